import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'

/** Our public base URL: PUBLIC_URL, or the address that we listen on, which is known once we do. */
export function publicUrlOf(app: FastifyInstance, configured: string | undefined): () => string {
  return () => configured ?? urlOf(app.server.address() as AddressInfo)
}

/** The same from the settings alone: before we listen. */
export function configuredUrl({ PUBLIC_URL, HOST, PORT }: Config): string {
  return PUBLIC_URL ?? urlOf({ address: HOST, family: HOST.includes(':') ? 'IPv6' : 'IPv4', port: PORT })
}

/**
 * The same for commands, which often run in a terminal without the settings of the service: PUBLIC_URL, or the URL of the
 * service that runs on this DATA_DIR, or that of the settings.
 */
export function urlForCommands(config: Config): string {
  return config.PUBLIC_URL ?? readNote(config.DATA_DIR) ?? configuredUrl(config)
}

/**
 * Leaves the URL of this service in DATA_DIR for `urlForCommands`. The result removes it. After a kill it stays until the
 * next start.
 */
export function noteUrl(dataDir: string, url: string): () => void {
  const path = join(dataDir, noteName)
  try {
    writeFileSync(path, url)
  } catch {
    // With DATABASE_URL the folder may be missing or read-only. Commands use their settings then.
    return () => {}
  }
  return () => rmSync(path, { force: true })
}

const noteName = 'url'

function readNote(dataDir: string): string | undefined {
  try {
    const url = readFileSync(join(dataDir, noteName), 'utf8')
    return URL.canParse(url) ? url : undefined
  } catch {
    return undefined
  }
}

/** The URL of a server on this address, for a browser on this machine. */
export function urlOf({ address, family, port }: AddressInfo): string {
  const host =
    address === '0.0.0.0' || address === '::' ? 'localhost' : family === 'IPv6' ? `[${address}]` : address
  return `http://${host}:${port}`
}
