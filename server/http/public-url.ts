import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

/** Our public base URL: PUBLIC_URL, or the address that we listen on, which is known once we do. */
export function publicUrlOf(app: FastifyInstance, configured: string | undefined): () => string {
  return () => configured ?? urlOf(app.server.address() as AddressInfo)
}

/** The same from the settings alone: for commands, and before we listen. */
export function configuredUrl({ PUBLIC_URL, HOST, PORT }: Config): string {
  return PUBLIC_URL ?? urlOf({ address: HOST, family: HOST.includes(':') ? 'IPv6' : 'IPv4', port: PORT })
}

/** The URL of a server on this address, for a browser on this machine. */
export function urlOf({ address, family, port }: AddressInfo): string {
  const host =
    address === '0.0.0.0' || address === '::' ? 'localhost' : family === 'IPv6' ? `[${address}]` : address
  return `http://${host}:${port}`
}
