import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Deployment } from 'kubernetes-models/apps/v1'
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { ConfigMap, Secret, Service } from 'kubernetes-models/v1'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { describeSettings } from '../../server/foundation/config/config.ts'
import { readPage } from '../docs/pages.ts'
import { checkout } from '../service.ts'

const models = { ConfigMap, Secret, Service, Deployment, Ingress, NetworkPolicy, PodDisruptionBudget }

type Kind = keyof typeof models
type Model = { apiVersion: string; new (data: object): { validate: () => void } }

/** A resource with all fields that its model knows: reading one that is missing in the file fails the test. */
type Resource<Of extends Kind = Kind> = { [K in Of]: Whole<InstanceType<(typeof models)[K]>> }[Of]

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
  validate(resource)
})

test('an invalid field is found', () => {
  const deployment = structuredClone(theOnly('Deployment'))
  Object.assign(the(the(deployment.spec.template.spec.containers).ports), { containerPort: 'http' })
  expect(() => validate(deployment)).toThrow('containerPort')
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

function theOnly<Of extends Kind>(kind: Of): Resource<Of> {
  const only = the(resources.filter((resource): resource is Resource<Of> => resource.kind === kind))
  expect(only.metadata.name).toBe('realword')
  return only
}

/** The only item of a list. */
function the<Item>(list: Item[]): Item {
  expect(list).toHaveLength(1)
  return list[0] as Item
}

/** Throws if the resource does not match the JSON schema that Kubernetes publishes for its kind. */
function validate(resource: Resource): void {
  const Model: Model | undefined = models[resource.kind]
  if (!Model) throw new Error(`models has no ${resource.kind}`)
  expect(resource.apiVersion).toBe(Model.apiVersion)
  new Model(resource).validate()
}
