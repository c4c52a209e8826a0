import fastify from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { adminDocument, describeAdminApi } from '../../server/api/dashboard/admin-reference.ts'
import {
  describeManagementApi,
  managementDocument,
} from '../../server/api/management/management-reference.ts'
import { describeOperatorApi, operatorDocument } from '../../server/api/operators/operator-reference.ts'
import { routes } from '../../server/api/routes.ts'
import type { Dependencies } from '../../server/dependencies.ts'
import { readConfig } from '../../server/foundation/config/config.ts'
import { validateWithZod } from '../../server/foundation/http/input/json-body.ts'
import { countInMemory } from '../../server/foundation/http/limits/counts.ts'
import { describeApi, publicDocument } from '../../server/foundation/http/reference/reference.ts'

/** All OpenAPI documents, by file name, made of the routes alone: without a database, and without listening. */
export async function makeDocuments(): Promise<Record<string, object>> {
  const app = fastify()
  const counts = countInMemory(Date.now)
  app.setValidatorCompiler(validateWithZod as never)
  app.setSerializerCompiler(serializerCompiler)
  await describeApi(app, '0.0.0', counts)
  await describeAdminApi(app, '0.0.0', counts)
  await describeManagementApi(app, '0.0.0', counts)
  await describeOperatorApi(app, '0.0.0', counts)
  // A route needs its other dependencies only to answer.
  for (const { who, signedIn = false, scope, routes: table } of routes({
    config: readConfig({}),
  } as Dependencies)) {
    for (const [method, url, route] of table)
      app.route({
        ...route,
        method,
        url,
        config: { ...route.config, who, signedIn, ...(scope && { scope }) },
      })
  }
  await app.ready()
  return {
    'openapi.json': publicDocument(app),
    'admin-openapi.json': adminDocument(app),
    'management-openapi.json': managementDocument(app),
    'operator-openapi.json': operatorDocument(app),
  }
}
