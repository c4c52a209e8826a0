import { basename, join } from 'node:path'
import ts from 'typescript'
import { catalogueFiles, screenFiles } from './sources.ts'

/**
 * The texts that no screen uses. A text is used where its property is read; where a whole group is handed on, or
 * read by a name that only the service knows, everything in it is.
 */
export function findUnused(folder: string, program: ts.Program): string[] {
  const english = join(folder, 'words/en/')
  const used = usedIn(screenFiles(folder, program), english, program.getTypeChecker())
  return catalogueFiles(english).flatMap(name => {
    const source = program.getSourceFile(join(english, name))
    const texts = source ? textsIn(source, basename(name, '.ts')) : []
    return texts.filter(([, node]) => !used.has(node)).map(([path]) => `${path}: no screen uses this text`)
  })
}

/** The properties of the English catalogues that are read somewhere. */
function usedIn(files: readonly ts.SourceFile[], english: string, checker: ts.TypeChecker): Set<ts.Node> {
  const used = new Set<ts.Node>()
  const ours = (symbol: ts.Symbol | undefined) =>
    symbol?.declarations?.filter(one => one.getSourceFile().fileName.startsWith(english)) ?? []
  const isGroup = (type: ts.Type | undefined) =>
    type?.getProperties().some(one => ours(one).length > 0) ?? false
  const use = (symbol: ts.Symbol | undefined) => {
    for (const one of ours(symbol)) used.add(one)
  }
  const useAll = (group: ts.Type): void => {
    for (const property of group.getProperties().filter(one => ours(one).length > 0)) {
      use(property)
      useAll(checker.getTypeOfSymbol(property))
    }
  }
  const useNamed = (group: ts.Type, names: string[] | undefined) => {
    if (!isGroup(group)) return
    if (names) for (const name of names) use(group.getProperty(name))
    else useAll(group)
  }
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node)) use(checker.getSymbolAtLocation(node.name))
    if (ts.isObjectBindingPattern(node)) useNamed(checker.getTypeAtLocation(node), boundNames(node))
    if (ts.isElementAccessExpression(node)) {
      const names = namesOf(checker.getTypeAtLocation(node.argumentExpression))
      useNamed(checker.getTypeAtLocation(node.expression), names)
    }
    if (isHandedOn(node)) {
      const group = checker.getTypeAtLocation(node)
      const staysKnown = () => isGroup(checker.getContextualType(node)) && !isLookedUp(node)
      if (isGroup(group) && !staysKnown()) useAll(group)
    }
    ts.forEachChild(node, visit)
  }
  for (const file of files) if (/Texts|useLanguage/.test(file.text)) visit(file)
  return used
}

/** What `const { name } = group` reads; undefined with `...rest`. */
function boundNames({ elements }: ts.ObjectBindingPattern): string[] | undefined {
  if (elements.some(one => one.dotDotDotToken)) return undefined
  return elements.map(({ propertyName, name }) => textOf(propertyName ?? name))
}

/** The names that a key may have; undefined for any. */
function namesOf(key: ts.Type): string[] | undefined {
  const types = key.isUnion() ? key.types : [key]
  return types.every(one => one.isStringLiteral()) ? types.map(one => one.value) : undefined
}

// An argument, an attribute, an answer …: from here on it has another name.
function isHandedOn(node: ts.Node): node is ts.Expression {
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

// `textFor` reads by a name of the service's, whatever its type says.
const isLookedUp = ({ parent }: ts.Node) =>
  ts.isCallExpression(parent) && parent.expression.getText() === 'textFor'

/** The texts and plurals of a catalogue, by their paths. */
function textsIn(source: ts.SourceFile, area: string): [path: string, node: ts.Node][] {
  const walk = (node: ts.Node, path: string): [string, ts.Node][] => {
    if (!ts.isPropertyAssignment(node)) return childrenOf(node).flatMap(child => walk(child, path))
    const here = `${path}.${textOf(node.name)}`
    const isText = !ts.isObjectLiteralExpression(node.initializer) || isPluralLiteral(node.initializer)
    return isText ? [[here, node]] : childrenOf(node.initializer).flatMap(child => walk(child, here))
  }
  return walk(source, area)
}

const isPluralLiteral = ({ properties }: ts.ObjectLiteralExpression) =>
  properties.every(
    ({ name }) => name && ['zero', 'one', 'two', 'few', 'many', 'other'].includes(textOf(name)),
  )

const textOf = (name: ts.Node) => (ts.isStringLiteral(name) ? name.text : name.getText())

function childrenOf(node: ts.Node): ts.Node[] {
  const children: ts.Node[] = []
  ts.forEachChild(node, child => {
    children.push(child)
  })
  return children
}
