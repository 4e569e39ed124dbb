package scan

import "refract/index"

// IndexPath returns where the index of a scan of roots lies unless the user says otherwise.
func IndexPath(roots ...string) (string, error) {
	root, err := index.Root(roots...)
	if err != nil {
		return "", err
	}
	return index.DefaultPath(root)
}
