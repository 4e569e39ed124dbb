package main

import (
	"archive/tar"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// This file is the ratchet: the accuracy may not fall below what is recorded.

//go:embed floor.json
var floorText []byte

//go:embed types-core.txt
var coreTypes string

//go:embed types-declarations.txt
var declarationTypes string

//go:embed types-rest.txt
var restTypes string

//go:embed types-tse2024.txt
var tse2024Types string

// A set is a part of a benchmark: the cases of one data set, counted for one list of types.
type set struct {
	Name    string `json:"name"`
	Dataset string `json:"dataset"`
	Types   string `json:"types"`
	// Low and Recall are the floors, in percent with one decimal. Precision counts only judged reports, and is the floor
	// where many reports have never been judged.
	Low       float64 `json:"precisionLow"`
	Precision float64 `json:"precision"`
	Recall    float64 `json:"recall"`
}

func (s set) types() []string {
	return typesOf(map[string]string{"core": coreTypes, "declarations": declarationTypes, "rest": restTypes, "tse2024": tse2024Types}[s.Types])
}

func floors() ([]set, error) {
	var list []set
	err := json.Unmarshal(floorText, &list)
	return list, err
}

// errNoOracle says that the benchmark is not on this machine.
var errNoOracle = errors.New("no benchmark: set REFRACT_ORACLE to the unpacked oracle-dev folder, or put its archive at ../shared/oracle/oracle-dev.tar.xz")

// findOracle returns the folder with the data sets, and what to do when it is no longer needed.
func findOracle() (dir string, done func(), err error) {
	if dir := os.Getenv("REFRACT_ORACLE"); dir != "" {
		if _, err := os.Stat(filepath.Join(dir, "tse2020", "oracle.json")); err != nil {
			return "", nil, fmt.Errorf("REFRACT_ORACLE: %w", err)
		}
		return dir, func() {}, nil
	}
	archive := filepath.Join("..", "shared", "oracle", "oracle-dev.tar.xz")
	if _, err := os.Stat(archive); err != nil {
		return "", nil, errNoOracle
	}
	tmp, err := os.MkdirTemp("", "refract-oracle")
	if err != nil {
		return "", nil, err
	}
	done = func() { os.RemoveAll(tmp) }
	if err := unpack(archive, tmp); err != nil {
		done()
		return "", nil, fmt.Errorf("unpack %s: %w", archive, err)
	}
	return filepath.Join(tmp, "oracle-dev"), done, nil
}

// unpack unpacks a .tar.xz below dir with the xz program; Go's library has no xz.
func unpack(archive, dir string) error {
	c := exec.Command("xz", "-dc", archive)
	out, err := c.StdoutPipe()
	if err != nil {
		return err
	}
	if err := c.Start(); err != nil {
		return err
	}
	if err := untar(out, dir); err != nil {
		c.Process.Kill()
		c.Wait()
		return err
	}
	return c.Wait()
}

func untar(r io.Reader, dir string) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	for t := tar.NewReader(r); ; {
		h, err := t.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		name := filepath.FromSlash(strings.TrimPrefix(h.Name, "./"))
		switch h.Typeflag {
		case tar.TypeDir:
			err = root.MkdirAll(filepath.Clean(name), 0o777)
		case tar.TypeReg:
			if err = root.MkdirAll(filepath.Dir(name), 0o777); err != nil {
				return err
			}
			var f *os.File
			if f, err = root.Create(name); err != nil {
				return err
			}
			if _, err = io.Copy(f, t); err != nil {
				f.Close()
				return err
			}
			err = f.Close()
		}
		if err != nil {
			return err
		}
	}
}

// result is the counts of a set.
type result struct {
	set
	per    []typeTally
	total  tally
	misses []miss
	causes []causes
}

// evaluate mines every data set once and counts all sets.
func evaluate(ctx context.Context, dir string) ([]result, error) {
	sets, err := floors()
	if err != nil {
		return nil, err
	}
	var results []result
	for _, data := range []string{"tse2020", "tse2024"} {
		oracle, err := readOracle(filepath.Join(dir, data, "oracle.json"))
		if err != nil {
			return nil, err
		}
		found, t, err := mineAll(ctx, filepath.Join(dir, data), runtime.GOMAXPROCS(0))
		if err != nil {
			return nil, err
		}
		if len(t.Failed) > 0 {
			return nil, fmt.Errorf("%d cases of %s failed: %s", len(t.Failed), data, strings.Join(t.Failed, "; "))
		}
		for _, s := range sets {
			if s.Dataset == data {
				per, total, misses := score(oracle, found, s.types())
				r := result{set: s, per: per, total: total, misses: misses}
				r.causes = causesOf(r, found)
				results = append(results, r)
			}
		}
	}
	return results, nil
}

// below lists what has fallen under its floor; figures are rounded as they are recorded.
func (r result) below() []string {
	var list []string
	check := func(what string, got, floor float64) {
		if tenths(got) < floor {
			list = append(list, fmt.Sprintf("%s: %s is %.1f %%, the floor is %.1f %%", r.Name, what, tenths(got), floor))
		}
	}
	check("precision (unknown reports counted as wrong)", r.total.low(), r.Low)
	check("precision of judged reports", r.total.precision(), r.Precision)
	check("recall", r.total.recall(), r.Recall)
	return list
}

// tenths is a share in percent, cut to one decimal.
func tenths(share float64) float64 { return float64(int(share*1000)) / 10 }
