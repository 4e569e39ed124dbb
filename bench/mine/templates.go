package main

import (
	"regexp"
	"strings"
	"sync"
)

// This file holds the forms of the descriptions, as data. The letters are those of the benchmark's documentation:
// {M} method, {A} attribute, {V} variable, {C} class, {T} type, {P} package or path, {X} code, {W} keyword, and with an
// s a list of them. IN is "in class" or "from class", ELEM the kind of the element that holds a statement.

var aliases = map[string]string{
	"Convert Anonymous Class To Type": "Replace Anonymous With Class",
	"Extract & Move Method":           "Extract And Move Method",
	"Merge Package":                   "Change Package",
	"Move & Inline Method":            "Move And Inline Method",
	"Move & Rename Attribute":         "Move And Rename Attribute",
	"Move & Rename Class":             "Move And Rename Class",
	"Move & Rename Method":            "Move And Rename Method",
	"Move Package":                    "Change Package",
	"Rename Package":                  "Change Package",
	"Split Package":                   "Change Package",
}

var oldMoves = map[string]bool{"Move Attribute": true, "Pull Up Attribute": true, "Push Down Attribute": true}

var templates = map[string][]string{
	"Add Attribute Annotation":            {"{X} in ELEM {A} IN {C}"},
	"Add Attribute Modifier":              {"{W} in ELEM {A} IN {C}"},
	"Add Class Annotation":                {"{X} in class {C}"},
	"Add Class Modifier":                  {"{W} in class {C}"},
	"Add Method Annotation":               {"{X} in ELEM {M} IN {C}"},
	"Add Method Modifier":                 {"{W} in ELEM {M} IN {C}"},
	"Add Parameter":                       {"{V} in ELEM {M} IN {C}"},
	"Add Parameter Annotation":            {"{X} in parameter {V} in ELEM {M} IN {C}"},
	"Add Parameter Modifier":              {"{W} in parameter {V} in ELEM {M} IN {C}"},
	"Add Thrown Exception Type":           {"{T} in ELEM {M} IN {C}"},
	"Add Variable Annotation":             {"{X} in variable {V} in ELEM {M} IN {C}"},
	"Add Variable Modifier":               {"{W} in variable {V} in ELEM {M} IN {C}"},
	"Assert Throws":                       {"{X} in ELEM {M} IN {C}"},
	"Assert Timeout":                      {"{X} in ELEM {M} IN {C}"},
	"Change Attribute Access Modifier":    {"{W} to {W} in attribute {A} IN {C}"},
	"Change Attribute Type":               {"{V} to {V} in class {C}"},
	"Change Class Access Modifier":        {"{W} to {W} in class {C}"},
	"Change Method Access Modifier":       {"{W} to {W} in ELEM {M} IN {C}"},
	"Change Package":                      {"{P} to {P}"},
	"Change Parameter Type":               {"{V} to {V} in ELEM {M} IN {C}"},
	"Change Return Type":                  {"{T} to {T} in ELEM {M} IN {C}"},
	"Change Thrown Exception Type":        {"{X} to {X} in ELEM {M} IN {C}"},
	"Change Type Declaration Kind":        {"{W} to {W} in type {C}"},
	"Change Variable Type":                {"{V} to {V} in ELEM {M} IN {C}"},
	"Collapse Hierarchy":                  {"{C} to {C}"},
	"Encapsulate Attribute":               {"{A} from class {C}"},
	"Extract And Move Method":             {"{M} extracted from {M} in class {C} & moved to class {C}"},
	"Extract Attribute":                   {"{A} in class {C}"},
	"Extract Class":                       {"{C} from class {C}", "{C} from classes [{Cs}]"},
	"Extract Fixture":                     {"{M} extracted from {M} in class {C}"},
	"Extract Interface":                   {"{C} from class {C}"},
	"Extract Method":                      {"{M} extracted from {M} in class {C}"},
	"Extract Subclass":                    {"{C} from class {C}", "{C} from classes [{Cs}]"},
	"Extract Superclass":                  {"{C} from class {C}"},
	"Extract Variable":                    {"{V} in ELEM {M} IN {C}"},
	"Inline Attribute":                    {"{A} in class {C}"},
	"Inline Method":                       {"{M} inlined to {M} in class {C}"},
	"Inline Variable":                     {"{V} in ELEM {M} IN {C}"},
	"Invert Condition":                    {"{X} to {X} in ELEM {M} IN {C}"},
	"Localize Parameter":                  {"{V} to {V} in ELEM {M} IN {C}"},
	"Merge Attribute":                     {"[{Vs}] to {V} in class {C}"},
	"Merge Catch":                         {"[{X}] to {X} in ELEM {M} IN {C}"},
	"Merge Class":                         {"[{Cs}] merged to {C}", "[{Cs}] to {C}"},
	"Merge Conditional":                   {"[{X}] to {X} in ELEM {M} IN {C}"},
	"Merge Method":                        {"[{Ms}] to {M} in class {C}"},
	"Merge Parameter":                     {"[{Vs}] to {V} in ELEM {M} IN {C}"},
	"Merge Variable":                      {"[{Vs}] to {V} in ELEM {M} IN {C}"},
	"Modify Attribute Annotation":         {"{X} to {X} in ELEM {A} IN {C}"},
	"Modify Class Annotation":             {"{X} to {X} in class {C}"},
	"Modify Method Annotation":            {"{X} to {X} in ELEM {M} IN {C}"},
	"Modify Parameter Annotation":         {"{X} to {X} in parameter {V} in ELEM {M} IN {C}"},
	"Modify Variable Annotation":          {"{X} to {X} in variable {V} in ELEM {M} IN {C}"},
	"Move And Inline Method":              {"{M} moved from class {C} to class {C} & inlined to {M}"},
	"Move And Rename Attribute":           {"{A} renamed to {A} and moved from class {C} to class {C}"},
	"Move And Rename Class":               {"{C} moved and renamed to {C}"},
	"Move And Rename Method":              {"{M} from class {C} to {M} from class {C}"},
	"Move Annotation":                     {"{X} from {X} to {X}"},
	"Move Attribute":                      {"{A} from class {C} to {A} from class {C}", "{A} from class {C} to class {C}"},
	"Move Class":                          {"{C} moved to {C}"},
	"Move Code":                           {"from {M} in class {C} to {M} in class {C}", "from {M} to {M} in class {C}"},
	"Move Method":                         {"{M} from class {C} to {M} from class {C}"},
	"Move Source Folder":                  {"{P} to {P}"},
	"Parameterize Attribute":              {"{V} to {V} in ELEM {M} IN {C}"},
	"Parameterize Test":                   {"{M} to {M} in class {C}"},
	"Parameterize Variable":               {"{V} to {V} in ELEM {M} IN {C}"},
	"Pull Up Attribute":                   {"{A} from class {C} to {A} from class {C}", "{A} from class {C} to class {C}"},
	"Pull Up Method":                      {"{M} from class {C} to {M} from class {C}"},
	"Push Down Attribute":                 {"{A} from class {C} to {A} from class {C}", "{A} from class {C} to class {C}"},
	"Push Down Method":                    {"{M} from class {C} to {M} from class {C}"},
	"Remove Attribute Annotation":         {"{X} in ELEM {A} IN {C}"},
	"Remove Attribute Modifier":           {"{W} in ELEM {A} IN {C}"},
	"Remove Class Annotation":             {"{X} in class {C}"},
	"Remove Class Modifier":               {"{W} in class {C}"},
	"Remove Method Annotation":            {"{X} in ELEM {M} IN {C}"},
	"Remove Method Modifier":              {"{W} in ELEM {M} IN {C}"},
	"Remove Parameter":                    {"{V} in ELEM {M} IN {C}"},
	"Remove Parameter Annotation":         {"{X} in parameter {V} in ELEM {M} IN {C}"},
	"Remove Parameter Modifier":           {"{W} in parameter {V} in ELEM {M} IN {C}"},
	"Remove Thrown Exception Type":        {"{T} in ELEM {M} IN {C}"},
	"Remove Variable Annotation":          {"{X} in variable {V} in ELEM {M} IN {C}"},
	"Remove Variable Modifier":            {"{W} in variable {V} in ELEM {M} IN {C}"},
	"Rename Attribute":                    {"{V} to {V} in class {C}"},
	"Rename Class":                        {"{C} renamed to {C}"},
	"Rename Method":                       {"{M} renamed to {M} in class {C}"},
	"Rename Parameter":                    {"{V} to {V} in ELEM {M} IN {C}"},
	"Rename Variable":                     {"{V} to {V} in ELEM {M} IN {C}"},
	"Reorder Parameter":                   {"[{X}] to [{X}] in ELEM {M} IN {C}"},
	"Replace Anonymous With Class":        {"{C} with {C}"},
	"Replace Anonymous With Lambda":       {"{C} with {X} in ELEM {M} IN {C}"},
	"Replace Assertion With Assumption":   {"{X} to {X} in ELEM {M} IN {C}"},
	"Replace Attribute":                   {"{A} from class {C} with {A} from class {C}"},
	"Replace Attribute With Variable":     {"{V} to {V} in ELEM {M} IN {C}"},
	"Replace Conditional With Assumption": {"{X} to {X} in ELEM {M} IN {C}"},
	"Replace Conditional With Ternary":    {"{X} to {X} in ELEM {M} IN {C}"},
	"Replace Generic With Diamond":        {"{T} with {T} in ELEM {M} IN {C}"},
	"Replace Ignore With Assumption":      {"{X} to {X} in ELEM {M} IN {C}", "{X} in ELEM {M} IN {C}"},
	"Replace Loop With Pipeline":          {"{X} with {X} in ELEM {M} IN {C}"},
	"Replace Pipeline With Loop":          {"{X} with {X} in ELEM {M} IN {C}"},
	"Replace Variable With Attribute":     {"{V} to {V} in ELEM {M} IN {C}"},
	"Split Attribute":                     {"{V} to [{Vs}] in class {C}"},
	"Split Class":                         {"{C} split to [{Cs}]", "{C} to [{Cs}]"},
	"Split Conditional":                   {"{X} to [{X}] in ELEM {M} IN {C}"},
	"Split Method":                        {"{M} to [{Ms}] in class {C}"},
	"Split Parameter":                     {"{V} to [{Vs}] in ELEM {M} IN {C}"},
	"Split Variable":                      {"{V} to [{Vs}] in ELEM {M} IN {C}"},
	"Try With Resources":                  {"{X} in ELEM {M} IN {C}"},
}

// template is one compiled form.
type template struct {
	pattern *regexp.Regexp
	kinds   []string
}

var (
	compileMu sync.Mutex
	byType    = map[string][]template{}
	holes     = regexp.MustCompile(`\{\w+\}|\bIN\b|\bELEM\b`)
)

func compiled(typ string) []template {
	compileMu.Lock()
	defer compileMu.Unlock()
	if list, ok := byType[typ]; ok {
		return list
	}
	var list []template
	for _, form := range templates[typ] {
		var p strings.Builder
		var kinds []string
		p.WriteString("(?s)^")
		at := 0
		for _, span := range holes.FindAllStringIndex(form, -1) {
			p.WriteString(regexp.QuoteMeta(form[at:span[0]]))
			switch hole := form[span[0]:span[1]]; hole {
			case "IN":
				p.WriteString("(?:in|from) class")
			case "ELEM":
				p.WriteString("(?:method|initializer|attribute|enum constant|primary constructor|lambda|module)")
			default:
				p.WriteString("(.+?)")
				kinds = append(kinds, strings.Trim(hole, "{}"))
			}
			at = span[1]
		}
		p.WriteString(regexp.QuoteMeta(form[at:]))
		p.WriteString("$")
		list = append(list, template{regexp.MustCompile(p.String()), kinds})
	}
	byType[typ] = list
	return list
}
