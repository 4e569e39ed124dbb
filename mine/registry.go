package mine

// Detectors are all detectors in the order in which their results are printed: from classes to packages to members to
// what stands in bodies. A further type is one file and one line here.
var Detectors = []Detector{
	// Types.
	{Types: []string{"Move Class", "Rename Class", "Move And Rename Class"}, Find: movedClasses},
	{Types: []string{"Merge Class"}, Find: mergedClasses},
	{Types: []string{"Replace Anonymous With Class"}, Find: namedAnonymous},
	{Types: []string{"Move Source Folder"}, Find: movedFolders},
	{Types: []string{"Rename Package", "Move Package", "Split Package", "Merge Package"}, Find: changedPackages},
	{Types: []string{"Extract Superclass", "Extract Interface"}, Find: extractedSupertypes},
	{Types: []string{"Extract Class", "Extract Subclass"}, Find: extractedClasses},
	{Types: []string{"Change Type Declaration Kind"}, Find: changedKinds},
	{Types: []string{"Change Class Access Modifier"}, Find: classAccess},
	{Types: []string{"Add Class Modifier", "Remove Class Modifier"}, Find: classModifiers},
	{Types: []string{"Add Class Annotation", "Remove Class Annotation", "Modify Class Annotation"}, Find: classAnnotations},
	{Types: []string{"Move Annotation"}, Find: movedAnnotations},

	// Attributes.
	{Types: []string{"Move Attribute", "Pull Up Attribute", "Push Down Attribute"}, Find: movedAttributes},
	{Types: []string{"Move And Rename Attribute"}, Find: movedRenamedAttributes},
	{Types: []string{"Rename Attribute"}, Find: renamedAttributes},
	{Types: []string{"Change Attribute Type"}, Find: attributeTypes},
	{Types: []string{"Encapsulate Attribute"}, Find: encapsulated},
	{Types: []string{"Change Attribute Access Modifier"}, Find: attributeAccess},
	{Types: []string{"Add Attribute Modifier", "Remove Attribute Modifier"}, Find: attributeModifiers},
	{Types: []string{"Add Attribute Annotation", "Remove Attribute Annotation", "Modify Attribute Annotation"}, Find: attributeAnnotations},

	// Signatures of methods.
	{Types: []string{"Merge Parameter", "Merge Variable", "Merge Attribute", "Split Parameter", "Split Variable", "Split Attribute"}, Find: regrouped},
	{Types: []string{"Merge Attribute", "Split Attribute"}, Find: regroupedAttributes},
	{Types: []string{"Change Return Type"}, Find: returnTypes},
	{Types: []string{"Rename Parameter", "Change Parameter Type"}, Find: changedParameters},
	{Types: []string{"Add Parameter", "Remove Parameter"}, Find: addedParameters},
	{Types: []string{"Reorder Parameter"}, Find: reorderedParameters},
	{Types: []string{"Add Parameter Modifier", "Remove Parameter Modifier"}, Find: parameterModifiers},
	{Types: []string{"Add Parameter Annotation", "Remove Parameter Annotation", "Modify Parameter Annotation"}, Find: parameterAnnotations},
	{Types: []string{"Change Method Access Modifier"}, Find: methodAccess},
	{Types: []string{"Add Method Modifier", "Remove Method Modifier"}, Find: methodModifiers},
	{Types: []string{"Add Method Annotation", "Remove Method Annotation", "Modify Method Annotation"}, Find: methodAnnotations},
	{Types: []string{"Add Thrown Exception Type", "Remove Thrown Exception Type", "Change Thrown Exception Type"}, Find: thrownTypes},

	// Methods and what stands in their bodies.
	{Types: []string{"Rename Method"}, Find: renamedMethods},
	{Types: []string{"Move Method", "Move And Rename Method", "Pull Up Method", "Push Down Method"}, Find: movedMethods},
	{Types: []string{"Extract Method", "Extract And Move Method"}, Find: extractedMethods},
	{Types: []string{"Inline Method", "Move And Inline Method"}, Find: inlinedMethods},
	{Types: []string{"Rename Parameter"}, Find: renamedArguments},
	{Types: []string{"Rename Variable"}, Find: renamedVariables},
	{Types: []string{"Change Variable Type"}, Find: changedVariableTypes},
	{Types: []string{"Change Variable Type"}, Find: retypedArguments},
	{Types: []string{"Parameterize Variable", "Localize Parameter", "Replace Variable With Attribute", "Replace Attribute With Variable", "Parameterize Attribute"}, Find: replacedVariables},
	{Types: []string{"Add Variable Modifier", "Remove Variable Modifier"}, Find: variableModifiers},
	{Types: []string{"Add Variable Annotation", "Remove Variable Annotation", "Modify Variable Annotation"}, Find: variableAnnotations},
	{Types: []string{"Invert Condition"}, Find: invertedConditions},
	{Types: []string{"Replace Generic With Diamond"}, Find: diamonds},
	{Types: []string{"Replace Generic With Diamond"}, Find: attributeDiamonds},
	{Types: []string{"Extract Variable"}, Find: extractedVariables},
	{Types: []string{"Invert Condition"}, Find: invertedConditions},
	{Types: []string{"Replace Generic With Diamond"}, Find: diamonds},
	{Types: []string{"Replace Generic With Diamond"}, Find: attributeDiamonds},
	{Types: []string{"Extract Variable"}, Find: assignedVariables},
	{Types: []string{"Inline Variable"}, Find: inlinedVariables},
	{Types: []string{"Extract Attribute"}, Find: extractedAttributes},
	{Types: []string{"Inline Attribute"}, Find: inlinedAttributes},
}
