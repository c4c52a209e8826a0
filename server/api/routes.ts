import type { Dependencies } from '../dependencies.ts'
import { accessPolicies } from './access.ts'
import { dashboardRoutes } from './routes/dashboard.ts'
import type { Group } from './routes/group.ts'
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
  return [
    ...publicRoutes(policy, deps),
    ...dashboardRoutes(policy, deps),
    ...integrationRoutes(policy, deps),
    ...managementRoutes(policy, deps),
    ...operatorRoutes(policy, deps),
  ]
}
