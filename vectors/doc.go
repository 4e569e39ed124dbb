// Package vectors counts a method body: the feature space and the characteristic vector of a body over it.
package vectors
