import ts from 'typescript'

/**
 * Finds the texts of a surface that no file uses, by the types that write-types.ts made. Reading a text's property uses
 * the text. Passing a whole group on, or reading it by a key that can be any string, uses every text in it.
 */
export function findUnused(surface: string, program: ts.Program, types: string): string[] {
  const source = program.getSourceFile(types)
  const files = program.getSourceFiles().filter(file => !file.isDeclarationFile && !isAside(file.fileName))
  const used = usedIn(files, types, program.getTypeChecker())
  const texts = source ? textsIn(source).filter(([path]) => path.startsWith(`${surface}.`)) : []
  return texts.filter(([, node]) => !used.has(node)).map(([path]) => `${path}: nothing uses this text`)
}

const isAside = (name: string) => /\/(node_modules|build)\/|\.test\.tsx?$/.test(name)

/** The properties of the texts that these files read. */
function usedIn(files: readonly ts.SourceFile[], types: string, checker: ts.TypeChecker): Set<ts.Node> {
  const used = new Set<ts.Node>()
  const catalogueDeclarations = (symbol: ts.Symbol | undefined) =>
    symbol?.declarations?.filter(declaration => declaration.getSourceFile().fileName === types) ?? []
  const isGroup = (type: ts.Type | undefined) =>
    type?.getProperties().some(property => catalogueDeclarations(property).length > 0) ?? false
  const markUsed = (symbol: ts.Symbol | undefined) => {
    for (const declaration of catalogueDeclarations(symbol)) used.add(declaration)
  }
  const markAllUsed = (group: ts.Type): void => {
    for (const property of group.getProperties().filter(member => catalogueDeclarations(member).length > 0)) {
      markUsed(property)
      markAllUsed(checker.getTypeOfSymbol(property))
    }
  }
  const markNamedUsed = (group: ts.Type, names: string[] | undefined) => {
    if (!isGroup(group)) return
    if (names) for (const name of names) markUsed(group.getProperty(name))
    else markAllUsed(group)
  }
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node)) markUsed(checker.getSymbolAtLocation(node.name))
    if (ts.isObjectBindingPattern(node)) markNamedUsed(checker.getTypeAtLocation(node), boundNames(node))
    if (ts.isElementAccessExpression(node)) {
      const names = namesOf(checker.getTypeAtLocation(node.argumentExpression))
      markNamedUsed(checker.getTypeAtLocation(node.expression), names)
    }
    if (isPassedOn(node)) {
      const group = checker.getTypeAtLocation(node)
      const staysKnown = () => isGroup(checker.getContextualType(node)) && !isLookedUp(node)
      if (isGroup(group) && !staysKnown()) markAllUsed(group)
    }
    ts.forEachChild(node, visit)
  }
  for (const file of files) if (/texts|say|useLanguage/i.test(file.text)) visit(file)
  return used
}

/** The properties that `const { name } = group` reads; undefined with `...rest`. */
function boundNames({ elements }: ts.ObjectBindingPattern): string[] | undefined {
  if (elements.some(element => element.dotDotDotToken)) return undefined
  return elements.map(({ propertyName, name }) => textOf(propertyName ?? name))
}

/** The possible values of a key; undefined if it can be any string. */
function namesOf(key: ts.Type): string[] | undefined {
  const types = key.isUnion() ? key.types : [key]
  return types.every(type => type.isStringLiteral()) ? types.map(type => type.value) : undefined
}

// Passed as an argument, an attribute, a return value …: reads through the new name are not tracked.
function isPassedOn(node: ts.Node): node is ts.Expression {
  if (!isReference(node)) return false
  const { parent } = node
  if (ts.isVariableDeclaration(parent)) return parent.type !== undefined
  if (ts.isCallExpression(parent)) return parent.arguments.includes(node)
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node
  if (ts.isArrowFunction(parent)) return parent.body === node
  if (ts.isConditionalExpression(parent)) return parent.condition !== node
  return (
    ts.isJsxExpression(parent) ||
    ts.isReturnStatement(parent) ||
    ts.isShorthandPropertyAssignment(parent) ||
    ts.isSpreadAssignment(parent) ||
    ts.isSpreadElement(parent)
  )
}

const isReference = (node: ts.Node): node is ts.Expression =>
  ts.isIdentifier(node) ||
  ts.isPropertyAccessExpression(node) ||
  ts.isElementAccessExpression(node) ||
  (ts.isCallExpression(node) && node.expression.getText() === 'useTexts')

// `textFor` reads by a key from the server, whatever its type says.
const isLookedUp = ({ parent }: ts.Node) =>
  ts.isCallExpression(parent) && parent.expression.getText() === 'textFor'

/** The texts of the generated type, by path. */
function textsIn(source: ts.SourceFile): [path: string, node: ts.Node][] {
  const walk = (node: ts.Node, path: string): [string, ts.Node][] => {
    if (!ts.isPropertySignature(node)) return childrenOf(node).flatMap(child => walk(child, path))
    const ownPath = path + textOf(node.name)
    const isGroup = node.type && ts.isTypeLiteralNode(node.type)
    return isGroup ? childrenOf(node.type).flatMap(child => walk(child, `${ownPath}.`)) : [[ownPath, node]]
  }
  return walk(source, '')
}

const textOf = (name: ts.Node) => (ts.isStringLiteral(name) ? name.text : name.getText())

function childrenOf(node: ts.Node): ts.Node[] {
  const children: ts.Node[] = []
  ts.forEachChild(node, child => {
    children.push(child)
  })
  return children
}
