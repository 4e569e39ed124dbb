package scan

import "strconv"

// percent writes a share with two digits: "87 %".
func percent(x float64) string { return strconv.Itoa(int(x*100+0.5)) + " %" }
