import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Where the world reaches us: PUBLIC_URL, or the address we listen on, known once we do. */
export function publicUrlOf(app: FastifyInstance, configured: string | undefined): () => string {
  return () => configured ?? urlOf(app.server.address() as AddressInfo)
}

/** The address of a server that listens there, as a browser on this machine takes it. */
export function urlOf({ address, family, port }: AddressInfo): string {
  const host =
    address === '0.0.0.0' || address === '::' ? 'localhost' : family === 'IPv6' ? `[${address}]` : address
  return `http://${host}:${port}`
}
