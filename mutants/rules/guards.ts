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

/** The next lower policy of each policy. */
const lower: Record<string, string> = {
  owner: 'moderator',
  moderator: 'viewer',
  viewer: 'person',
  person: 'ownPage',
  password: 'ownPage',
  accessLink: 'ownPage',
  ownerTesting: 'moderatorFetching',
  moderatorFetching: 'viewer',
  ordersKeyToWrite: 'ordersKey',
  storeKeyToWrite: 'storeKey',
  // Both accept forms. Otherwise a route would fail for another reason.
  visitor: 'mailLink',
  visitorFilling: 'mailLink',
}

/** Each route with the policy below its group's. */
export const routePolicies: Rule = function* (source) {
  if (!source.fileName.startsWith('server/api/routes/')) return
  for (const node of nodesOf(source)) {
    if (!ts.isCallExpression(node) || node.expression.getText(source) !== 'group') continue
    const [who, policy, list] = node.arguments
    if (!who || !policy || !list || !ts.isPropertyAccessExpression(policy)) continue
    const name = policy.name.text
    if (name === 'none' || name === 'mailLink') continue // no guard to remove
    const next = `${policy.expression.getText(source)}.${lower[name] ?? 'none'}`
    const routes = [...nodesOf(list)].filter(ts.isArrayLiteralExpression).filter(isRoute)
    for (const route of routes) yield moved(source, node, route, [who.getText(source), next])
  }
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
