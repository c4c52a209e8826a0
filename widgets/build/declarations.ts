import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

type Described = { name: string; type?: { text: string }; description?: string; default?: string }

type Inherited = { inheritedFrom?: { name: string; module: string } }

/** An element in the words of a custom elements manifest. */
export type Declaration = {
  kind: 'class'
  description: string
  name: string
  tagName: string
  customElement: true
  superclass: { name: string; module: string }
  members: (Described & Inherited & { kind: 'field' })[]
  attributes: (Described & Inherited)[]
  events: Described[]
  slots?: Described[]
  cssParts: Described[]
  cssProperties: (Described & Inherited)[]
}

const root = fileURLToPath(new URL('../../', import.meta.url))

/** All elements follow it. */
const language = { name: 'lang', inheritedFrom: { name: 'Element', module: 'widgets/elements/element.ts' } }

/**
 * Reads the doc block and the declared fields of a class in `module`, such as `widgets/elements/rating/rating.ts`, and
 * those of the classes that it extends. Throws an error if there is no such class, or it has no `@tagname`.
 */
export function readElement(module: string, name: string): Declaration {
  const { node, tags, description, extended } = readClass(module, name)
  const [tagName] = tags('tagname')
  if (!tagName) throw new Error(`${name} has no @tagname`)
  const above = classesAbove(extended)
  const inheritedFrom = { name: extended.name, module: extended.module }
  const inherited = <One>(ones: One[]) => ones.map(one => ({ ...one, inheritedFrom }))
  const slots = tags('slot')
  return {
    kind: 'class',
    description,
    name,
    members: [...fieldsOf(node), ...inherited(above.flatMap(({ node }) => fieldsOf(node)))],
    attributes: [...tags('attr'), language],
    events: tags('fires'),
    ...(slots.length > 0 && { slots }),
    cssParts: tags('csspart'),
    cssProperties: [...tags('cssprop'), ...inherited(above.flatMap(({ tags }) => tags('cssprop')))],
    superclass: { name: extended.name, module: `/${extended.module}` },
    tagName: tagName.name,
    customElement: true,
  }
}

/** The classes between an element and the base of all elements. */
function classesAbove({ module, name }: { module: string; name: string }): ReturnType<typeof readClass>[] {
  if (name === 'Element') return []
  const one = readClass(module, name)
  return [one, ...classesAbove(one.extended)]
}

function readClass(module: string, name: string) {
  const file = ts.createSourceFile(
    module,
    readFileSync(join(root, module), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  )
  const node = file.statements.filter(ts.isClassDeclaration).find(one => one.name?.text === name)
  if (!node) throw new Error(`${module} has no class ${name}`)
  const [clause] = node.heritageClauses ?? []
  const extended = clause?.types[0]?.expression.getText() ?? ''
  const imported = file.statements
    .filter(ts.isImportDeclaration)
    .find(one => one.importClause?.getText().split(/\W+/).includes(extended))
  const from = (imported?.moduleSpecifier as ts.StringLiteral | undefined)?.text ?? ''
  const tags = (tag: string) =>
    ts
      .getJSDocTags(node)
      .filter(one => one.tagName.text === tag)
      .map(one => readTag(one))
  return {
    node,
    tags,
    description: descriptionOf(node),
    extended: { name: extended, module: join(module, '..', from) },
  }
}

/** `@attr {type} [name=default] - Description.`; all but the name may be missing. */
function readTag(tag: ts.JSDocTag): Described {
  const text = tag
    .getText()
    .replaceAll(/\s*\n\s*\*?\s*/g, ' ')
    .replace(/^@\w+\s+/, '')
    .trim()
  const [, type, given, fallback, plain, description] =
    /^(?:\{(.*?)\}\s+)?(?:\[([^\]=]+)(?:=([^\]]*))?\]|(\S+))(?:\s+-\s+([\s\S]*))?$/.exec(text) ?? []
  const name = given ?? plain
  if (!name) throw new Error(`Cannot read the tag ${text}`)
  return {
    ...(type && { type: { text: type } }),
    ...(description && { description }),
    name,
    ...(fallback !== undefined && { default: fallback }),
  }
}

function fieldsOf(node: ts.ClassDeclaration): (Described & { kind: 'field' })[] {
  const isPublic = ({ modifiers = [] }: { modifiers?: Iterable<ts.ModifierLike> | undefined }) =>
    ![...modifiers].some(({ kind }) =>
      [ts.SyntaxKind.PrivateKeyword, ts.SyntaxKind.ProtectedKeyword, ts.SyntaxKind.StaticKeyword].includes(
        kind,
      ),
    )
  return node.members
    .filter(ts.isPropertyDeclaration)
    .filter(isPublic)
    .map(one => {
      const description = descriptionOf(one)
      return {
        kind: 'field',
        name: one.name.getText(),
        ...(one.type && { type: { text: one.type.getText() } }),
        ...(description && { description }),
      }
    })
}

function descriptionOf(node: ts.Node): string {
  const [block] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc)
  return ts.getTextOfJSDocComment(block?.comment) ?? ''
}
