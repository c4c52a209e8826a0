import ts from 'typescript'
import { type Edit, nodesOf, type Rule, type Site } from '../mutant.ts'

/** Each guard of each access policy. A limit of the policies counts as a limit. */
export const policies: Rule = function* (source) {
  if (source.fileName !== 'server/api/access.ts') return
  for (const node of nodesOf(source)) {
    if (ts.isArrayLiteralExpression(node)) {
      for (const element of node.elements) yield without(source, node, node.elements, element)
    } else if (isMember(node)) {
      for (const extra of node.arguments.slice(1)) yield without(source, node, node.arguments, extra)
    }
  }
}

/** The policies below each policy: one with a lower role, and one without the check that the store is active. */
const lower: Record<string, string[]> = {
  owner: ['moderator'],
  moderator: ['viewer'],
  viewer: ['user'],
  user: ['withoutFactor'],
  withoutFactor: ['ownPage'],
  password: ['ownPage'],
  accessLink: ['ownPage'],
  operatorRole: ['user'],
  ownerReaching: ['moderatorReaching', 'owner'],
  moderatorReaching: ['viewer', 'moderator'],
  ordersKeyToWrite: ['ordersKey'],
  storeKeyToWrite: ['storeKey'],
  storeKeyTranslating: ['storeKey'],
  // Both accept forms. Otherwise a route would fail for another reason.
  visitor: ['mailLink'],
  visitorFilling: ['mailLink'],
}

// Most policies with a limit of their own reach others, so without it they need an active store.
const withoutActive = ['ownerUploading', 'ownerExportingPeople', 'ownerErasing']

/** Each route with a policy below its group's, and each route of the management API with another scope. */
export const routePolicies: Rule = function* (source) {
  if (!source.fileName.startsWith('server/api/routes/')) return
  for (const node of nodesOf(source)) {
    if (!ts.isCallExpression(node) || node.expression.getText(source) !== 'group') continue
    const [who, policy, list] = node.arguments
    if (!who || !policy || !list) continue
    const routes = [...nodesOf(list)].filter(ts.isArrayLiteralExpression).filter(isRoute)
    for (const next of below(source, policy))
      for (const route of routes) yield moved(source, node, route, [who.getText(source), next])
  }
}

function below(source: ts.SourceFile, policy: ts.Expression): string[] {
  if (ts.isCallExpression(policy)) {
    const other =
      policy.arguments[0]?.getText(source) === "'reviews:read'" ? 'questions:read' : 'reviews:read'
    return [`policy.manage('${other}')`]
  }
  if (!ts.isPropertyAccessExpression(policy)) return []
  const name = policy.name.text
  if (['none', 'mailLink', 'page', 'shop'].includes(name)) return [] // no guard to remove
  const names = lower[name] ?? lower[groupOf(name)] ?? ['none']
  return names.map(one => `${policy.expression.getText(source)}.${one}`)
}

// ownerTesting, moderatorReplaying: a role and a limit.
function groupOf(name: string): string {
  const [role = ''] = /^(owner|moderator)(?=[A-Z])/.exec(name) ?? []
  return withoutActive.includes(name) ? role : `${role}Reaching`
}

// Removes the route from its list, and adds a group of its own after that group.
function moved(
  source: ts.SourceFile,
  group: ts.CallExpression,
  route: ts.ArrayLiteralExpression,
  [who, policy]: [string, string],
): Site {
  const whole = source.getFullText()
  const text = route.getText(source)
  const comma = whole[route.getEnd()] === ',' ? 1 : 0
  const edits: Edit[] = [
    { start: route.getStart(source), end: route.getEnd() + comma, text: '' },
    { start: group.getEnd(), end: group.getEnd(), text: `, group(${who}, ${policy}, [${text}])` },
  ]
  const [method, url] = route.elements.map(element => element.getText(source).slice(1, -1))
  const before = group.arguments[1]?.getText(source)
  return { kind: 'guard', statement: route, edits, what: `${method} ${url}: ${before} → ${policy}` }
}

function without(
  source: ts.SourceFile,
  statement: ts.Node,
  all: ts.NodeArray<ts.Expression>,
  element: ts.Expression,
): Site {
  const index = all.indexOf(element)
  const following = all[index + 1]
  const before = all[index - 1]
  const edit = following
    ? { start: element.getStart(source), end: following.getStart(source), text: '' }
    : { start: before?.getEnd() ?? element.getStart(source), end: element.getEnd(), text: '' }
  const name = element.getText(source).replace(/\s+/g, ' ')
  const kind = /^(\.\.\.)?(limit|count)/.test(name) ? 'limit' : 'guard'
  return { kind, statement, edits: [edit], what: `${name} → nothing` }
}

function isMember(node: ts.Node): node is ts.CallExpression {
  return ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'member'
}

function isRoute(node: ts.ArrayLiteralExpression): boolean {
  return node.elements.length === 3 && node.elements.slice(0, 2).every(ts.isStringLiteral)
}
