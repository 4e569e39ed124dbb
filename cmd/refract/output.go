package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// writeReport writes a complete report to w, or to the file path where that is not empty. The file appears only once it
// is whole: it is written beside its place and renamed, so that a full disk leaves what was there before.
func writeReport(w io.Writer, path string, text []byte) error {
	if path == "" {
		_, err := w.Write(text)
		return err
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return write(path, text) // a device or a pipe: nothing to rename over
	}
	temp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	defer os.Remove(temp.Name()) // gone already where the renaming was reached
	if _, err := temp.Write(text); err != nil {
		temp.Close()
		return fmt.Errorf("write report: %w", err)
	}
	if err := temp.Close(); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	if err := os.Chmod(temp.Name(), 0o644); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	if err := os.Rename(temp.Name(), path); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	return nil
}

func write(path string, text []byte) error {
	if err := os.WriteFile(path, text, 0o644); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	return nil
}
