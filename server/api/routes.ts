import type { Dependencies } from '../dependencies.ts'
import { allowAnyOrigin, preflight } from '../foundation/http/cors.ts'
import { accessPolicies } from './access.ts'
import { dashboardRoutes } from './routes/dashboard.ts'
import { type Group, group, type Route } from './routes/group.ts'
import { integrationRoutes } from './routes/integrations.ts'
import { managementRoutes } from './routes/management.ts'
import { operatorRoutes } from './routes/operators.ts'
import { publicRoutes } from './routes/public.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    who?: string
    signedIn?: boolean
  }
}

/**
 * Every route, grouped by access policy. The tables in `routes/` are the security model, and `access.ts` has the guards of
 * each group. `foundation/http/reference/reference.ts` serves `/docs`.
 */
export function routes(deps: Dependencies): Group[] {
  const policy = accessPolicies(deps)
  const groups = [
    ...publicRoutes(policy, deps),
    ...dashboardRoutes(policy, deps),
    ...integrationRoutes(policy, deps),
    ...managementRoutes(policy, deps),
    ...operatorRoutes(policy, deps),
  ]
  return [...groups, preflights(groups)]
}

// A page of another origin must ask before it calls the addresses that it may call.
function preflights(groups: Group[]): Group {
  const methods = new Map<string, string[]>()
  for (const { guards, routes: table } of groups) {
    if (!guards.includes(allowAnyOrigin)) continue
    for (const [method, url] of table) methods.set(url, [...(methods.get(url) ?? []), method])
  }
  const asked = [...methods].map(([url, all]): Route => ['OPTIONS', url, preflight(...all)])
  return group('Anyone, before a request from a page of another origin', { guards: [] }, asked)
}
