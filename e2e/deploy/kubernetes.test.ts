import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Deployment } from 'kubernetes-types/apps/v1.js'
import type { ConfigMap, Secret, Service } from 'kubernetes-types/core/v1.js'
import type { Ingress, NetworkPolicy } from 'kubernetes-types/networking/v1.js'
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1.js'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { describeSettings } from '../../server/foundation/config/config.ts'
import { readPage } from '../docs/pages.ts'
import { checkout } from '../service.ts'

const versions: Record<string, string> = {
  v1: 'core/v1',
  'apps/v1': 'apps/v1',
  'networking.k8s.io/v1': 'networking/v1',
  'policy/v1': 'policy/v1',
}

type Kinds = {
  ConfigMap: ConfigMap
  Secret: Secret
  Service: Service
  Deployment: Deployment
  Ingress: Ingress
  NetworkPolicy: NetworkPolicy
  PodDisruptionBudget: PodDisruptionBudget
}

/** A resource with all fields that its type knows: reading one that is missing in the file fails the test. */
type Resource<Of extends keyof Kinds = keyof Kinds> = { [K in Of]: Whole<Kinds[K]> }[Of]

type Whole<T> = T extends object ? { [Name in keyof T]-?: Whole<NonNullable<T[Name]>> } : T

const files = globSync('deploy/kubernetes/*.yaml', { cwd: checkout }).sort()
const resources = files.flatMap(file =>
  parseAllDocuments(readFileSync(join(checkout, file), 'utf8'), { merge: true }).map(document => {
    expect(document.errors, file).toEqual([])
    return document.toJS() as Resource
  }),
)
const all = resources.map(resource => [`${resource.kind} ${resource.metadata.name}`, resource] as const)
const names = describeSettings().map(({ name }) => name)
const labels = { 'app.kubernetes.io/name': 'realword' }

test.each(all)('%s is valid in Kubernetes', (_, resource) => {
  expect(problemsOf(resource)).toEqual([])
})

test('a wrong, an unknown and a missing field are found', () => {
  const wrong = structuredClone(theOnly('Deployment'))
  Object.assign(the(the(wrong.spec.template.spec.containers).ports), { containerPort: 'http' })
  expect(problemsOf(wrong)).toEqual([expect.stringContaining("'string' is not assignable to type 'number'")])
  const unknown = structuredClone(theOnly('Deployment'))
  Object.assign(unknown.spec, { replica: 2 })
  expect(problemsOf(unknown)).toEqual([expect.stringMatching(/"replica"' does not exist/)])
  const { selector, ...others } = theOnly('Deployment').spec
  expect(problemsOf({ ...theOnly('Deployment'), spec: others } as Resource)).toEqual([
    expect.stringContaining("Property 'selector' is missing"),
  ])
})

test('the pods may run where the strictest Pod Security Standard is enforced', () => {
  const { securityContext, containers, initContainers } = theOnly('Deployment').spec.template.spec
  expect(securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } })
  for (const container of [...containers, ...initContainers]) {
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    expect(container.resources.limits.memory).toBeDefined()
  }
  expect(readPage('Dockerfile')).toContain(`USER ${securityContext.runAsUser}:${securityContext.runAsGroup}`)
})

test('every value is a setting, and every secret is a file', () => {
  const secrets = Object.keys(theOnly('Secret').stringData)
  expect(names).toEqual(expect.arrayContaining([...Object.keys(theOnly('ConfigMap').data), ...secrets]))
  const { containers, initContainers } = theOnly('Deployment').spec.template.spec
  for (const { env } of [...containers, ...initContainers])
    expect(env).toEqual(
      secrets.map(name => ({ name: `${name}_FILE`, value: `/run/secrets/realword/${name}` })),
    )
})

test('a pod leaves the service before it stops, and one is always there', () => {
  const { spec } = theOnly('Deployment')
  const container = the(spec.template.spec.containers)
  expect(spec.replicas).toBeGreaterThan(1)
  expect(spec.strategy.rollingUpdate.maxUnavailable).toBe(0)
  expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(90)
  expect(container.readinessProbe.httpGet.path).toBe('/health/ready')
  expect(container.livenessProbe.httpGet.path).toBe('/health/live')
  expect(container.startupProbe.httpGet.path).toBe('/health/live')
  const { periodSeconds, failureThreshold } = container.readinessProbe
  expect(periodSeconds * failureThreshold, 'shorter than DRAIN_DELAY').toBeLessThan(5)
})

test('every selector finds the pods', () => {
  expect(theOnly('Deployment').spec.template.metadata.labels).toEqual(labels)
  expect(theOnly('Deployment').spec.selector.matchLabels).toEqual(labels)
  expect(theOnly('Service').spec.selector).toEqual(labels)
  expect(theOnly('PodDisruptionBudget').spec.selector.matchLabels).toEqual(labels)
  expect(theOnly('NetworkPolicy').spec.podSelector.matchLabels).toEqual(labels)
  const { backend } = the(the(theOnly('Ingress').spec.rules).http.paths)
  expect(backend.service.name).toBe(theOnly('Service').metadata.name)
})

function theOnly<Of extends keyof Kinds>(kind: Of): Resource<Of> {
  const only = the(resources.filter((resource): resource is Resource<Of> => resource.kind === kind))
  expect(only.metadata.name).toBe('realword')
  return only
}

/** The only item of a list. */
function the<Item>(list: Item[]): Item {
  expect(list).toHaveLength(1)
  return list[0] as Item
}

/** What the type that Kubernetes publishes for this kind refuses. */
function problemsOf(resource: Resource): string[] {
  const module = versions[resource.apiVersion]
  if (!module) throw new Error(`versions has no ${resource.apiVersion}`)
  const name = join(checkout, 'e2e/deploy', 'resource.ts')
  const options: ts.CompilerOptions = { strict: true, noEmit: true, skipLibCheck: true, types: [] }
  const host = ts.createCompilerHost(options)
  const file = ts.createSourceFile(
    name,
    `import type { ${resource.kind} } from 'kubernetes-types/${module}.js'
export const resource: ${resource.kind} = ${JSON.stringify(resource)}`,
    ts.ScriptTarget.Latest,
  )
  const program = ts.createProgram([name], options, {
    ...host,
    getSourceFile: (path, target) => (path === name ? file : host.getSourceFile(path, target)),
    fileExists: path => path === name || host.fileExists(path),
  })
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
}
