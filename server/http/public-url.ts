import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

/** Where the world reaches us: PUBLIC_URL, or the address we listen on, known once we do. */
export function publicUrlOf(app: FastifyInstance, configured: string | undefined): () => string {
  return () => configured ?? urlOf(app.server.address() as AddressInfo)
}

/** The same by the settings alone: for commands, and for whoever needs it before we listen. */
export function configuredUrl({ PUBLIC_URL, HOST, PORT }: Config): string {
  return PUBLIC_URL ?? urlOf({ address: HOST, family: HOST.includes(':') ? 'IPv6' : 'IPv4', port: PORT })
}

/** The address of a server that listens there, as a browser on this machine takes it. */
export function urlOf({ address, family, port }: AddressInfo): string {
  const host =
    address === '0.0.0.0' || address === '::' ? 'localhost' : family === 'IPv6' ? `[${address}]` : address
  return `http://${host}:${port}`
}
