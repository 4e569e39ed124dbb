package history

import (
	"net/url"
	"strings"
)

// This file turns the URL of a remote into those of pages.

// RepositoryURL turns the URL of a remote into one that anybody can clone from, without names and passwords:
// git@host:owner/name.git and ssh://git@host/owner/name.git give https://host/owner/name.git. A path on this machine
// and what cannot be read give "".
func RepositoryURL(remote string) string {
	host, path := hostAndPath(remote)
	if host == "" {
		return ""
	}
	return "https://" + host + "/" + path
}

// CommitURL is the page of a commit, for the hosts whose scheme is known; "" for any other, since a wrong link is worse
// than none.
func CommitURL(remote, sha string) string {
	host, path := hostAndPath(remote)
	path = strings.TrimSuffix(path, ".git")
	base := "https://" + host + "/" + path
	switch {
	case host == "":
		return ""
	case host == "github.com", host == "codeberg.org", host == "gitea.com", strings.HasPrefix(host, "github."):
		return base + "/commit/" + sha
	case host == "gitlab.com", strings.HasPrefix(host, "gitlab."):
		return base + "/-/commit/" + sha
	case host == "bitbucket.org":
		return base + "/commits/" + sha
	case strings.HasSuffix(host, ".googlesource.com"):
		return base + "/+/" + sha
	}
	return ""
}

func hostAndPath(remote string) (host, path string) {
	remote = strings.TrimSpace(remote)
	if strings.Contains(remote, "://") {
		u, err := url.Parse(remote)
		if err != nil {
			return "", ""
		}
		switch u.Scheme {
		case "http", "https":
			host = u.Host // a port of a web server is part of the address
		case "ssh", "git", "git+ssh":
			host = u.Hostname() // a port of ssh is not
		default:
			return "", ""
		}
		path = u.Path
	} else {
		// scp's form: [user@]host:path. A path with a slash before the colon, or a drive letter, is local.
		before, after, ok := strings.Cut(remote, ":")
		if !ok || strings.Contains(before, "/") || len(before) == 1 || strings.HasPrefix(after, "\\") {
			return "", ""
		}
		host = before[strings.LastIndexByte(before, '@')+1:]
		path = after
	}
	path = strings.Trim(path, "/")
	if host == "" || path == "" {
		return "", ""
	}
	return strings.ToLower(host), path
}
