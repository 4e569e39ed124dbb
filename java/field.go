package java

// Field is the role of a node in its parent, under the name that the grammar gives it. The zero Field is NoField.
type Field uint8

const (
	NoField Field = iota
	FieldAlternative
	FieldArguments
	FieldArray
	FieldBody
	FieldCondition
	FieldConsequence
	FieldConstructor
	FieldDeclarator
	FieldDimensions
	FieldElement
	FieldField
	FieldIndex
	FieldInit
	FieldInterfaces
	FieldKey
	FieldLeft
	FieldModifiers
	FieldModule
	FieldModules
	FieldName
	FieldObject
	FieldOperand
	FieldOperator
	FieldPackage
	FieldParameters
	FieldPattern
	FieldPermits
	FieldProvided
	FieldProvider
	FieldResources
	FieldRight
	FieldScope
	FieldSuperclass
	FieldTemplateArgument
	FieldTemplateProcessor
	FieldType
	FieldTypeArguments
	FieldTypeParameters
	FieldUpdate
	FieldValue

	numFields
)

// NumFields is the number of roles, NoField included.
const NumFields = int(numFields)

var fieldNames = [numFields]string{
	FieldAlternative:       "alternative",
	FieldArguments:         "arguments",
	FieldArray:             "array",
	FieldBody:              "body",
	FieldCondition:         "condition",
	FieldConsequence:       "consequence",
	FieldConstructor:       "constructor",
	FieldDeclarator:        "declarator",
	FieldDimensions:        "dimensions",
	FieldElement:           "element",
	FieldField:             "field",
	FieldIndex:             "index",
	FieldInit:              "init",
	FieldInterfaces:        "interfaces",
	FieldKey:               "key",
	FieldLeft:              "left",
	FieldModifiers:         "modifiers",
	FieldModule:            "module",
	FieldModules:           "modules",
	FieldName:              "name",
	FieldObject:            "object",
	FieldOperand:           "operand",
	FieldOperator:          "operator",
	FieldPackage:           "package",
	FieldParameters:        "parameters",
	FieldPattern:           "pattern",
	FieldPermits:           "permits",
	FieldProvided:          "provided",
	FieldProvider:          "provider",
	FieldResources:         "resources",
	FieldRight:             "right",
	FieldScope:             "scope",
	FieldSuperclass:        "superclass",
	FieldTemplateArgument:  "template_argument",
	FieldTemplateProcessor: "template_processor",
	FieldType:              "type",
	FieldTypeArguments:     "type_arguments",
	FieldTypeParameters:    "type_parameters",
	FieldUpdate:            "update",
	FieldValue:             "value",
}

func (f Field) String() string {
	if int(f) < len(fieldNames) {
		return fieldNames[f]
	}
	return "invalid"
}

// FieldByName returns the field of that name, NoField where there is none.
func FieldByName(name string) Field {
	for f, s := range fieldNames {
		if s == name && s != "" {
			return Field(f)
		}
	}
	return NoField
}

// KindByName returns the kind of that grammar name, None where there is none.
func KindByName(name string) Kind {
	for k, s := range kindNames {
		if s == name && k != 0 {
			return Kind(k)
		}
	}
	return None
}
