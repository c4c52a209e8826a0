import type { RouteOptions } from 'fastify'
import type { AccessPolicy } from '../access.ts'

/** Routes with the same access policy. `who` names their callers. */
export type Group = AccessPolicy & { who: string; routes: Route[] }

export type Route = [
  method: 'GET' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  route: Omit<RouteOptions, 'method' | 'url'>,
]

export function group(who: string, policy: AccessPolicy, routes: Route[]): Group {
  return { who, ...policy, routes }
}
