import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readClamdAddress } from '../lib/network/clamd.ts'
import { readNetwork } from '../lib/network/networks.ts'
import { shortestSecret } from '../lib/secret-files.ts'

/** Kinds of settings. Each `read` throws a sentence with the accepted values. */

export function text(standard: string, about: string) {
  return { default: standard, about, read: (value: string) => value }
}

export function optional(about: string) {
  return { default: undefined as string | undefined, about, read: (value: string) => value }
}

export function secret(about: string) {
  return {
    default: undefined as string | undefined,
    about,
    secret: true as const,
    read: (value: string) => {
      if (value.length >= shortestSecret) return value
      throw new Error(`at least ${shortestSecret} characters`)
    },
  }
}

export function integer(standard: number, least: number, most: number, about: string) {
  return { default: standard, about, read: whole(least, most) }
}

export function optionalInteger(least: number, most: number, about: string) {
  return { default: undefined as number | undefined, about, read: whole(least, most) }
}

function whole(least: number, most: number) {
  return (value: string) => {
    const number = Number(value)
    if (/^\d+$/.test(value) && number >= least && number <= most) return number
    throw new Error(`a whole number from ${least} to ${most}`)
  }
}

// At most an hour: nobody waits longer for a service to stop.
export function duration(standard: string, about: string) {
  const units: Record<string, number> = { ms: 1, s: 1_000, m: 60_000 }
  const read = (value: string): number => {
    const [, number, unit = ''] = /^(\d+)(ms|s|m)$/.exec(value) ?? []
    const time = value === '0' ? 0 : Number(number) * (units[unit] ?? Number.NaN)
    if (time <= 3_600_000) return time
    throw new Error('a time such as 500ms, 5s or 1m, at most 60m, or 0')
  }
  return { default: read(standard), written: standard, about, read }
}

export function oneOf<const Names extends readonly string[]>(
  standard: Names[number],
  names: Names,
  about: string,
) {
  return {
    default: standard as Names[number],
    about,
    read: (value: string): Names[number] => {
      if (names.includes(value)) return value
      throw new Error(`one of ${names.join(', ')}`)
    },
  }
}

// Addresses that contain a password are secrets.
export function url(protocols: string[], about: string, secret = false) {
  return {
    default: undefined as string | undefined,
    about,
    ...(secret && { secret: true as const }),
    read: (value: string) => {
      if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value.replace(/\/+$/, '')
      throw new Error(
        `an address that begins with ${protocols.map(protocol => `${protocol}//`).join(' or ')}`,
      )
    },
  }
}

// A bucket, or the path of a folder.
export function readPlace(value: string): string {
  if (value.startsWith('s3:') && URL.canParse(value) && new URL(value).pathname.length > 1)
    return value.replace(/\/+$/, '')
  if (value.startsWith('file:') && URL.canParse(value)) return resolve(fileURLToPath(value))
  if (/^[a-z0-9+]+:/i.test(value) || /\p{Cc}/u.test(value))
    throw new Error('the path of a folder, or s3://KEY:SECRET@HOST/BUCKET')
  return resolve(value)
}

export function clamd(about: string) {
  return {
    default: undefined as string | undefined,
    about,
    read: (value: string) => {
      if (readClamdAddress(value)) return value
      throw new Error('tcp://HOST:PORT, or unix: and the path of a socket')
    },
  }
}

export function networks(about: string) {
  return {
    default: [] as string[],
    about,
    read: (value: string) => {
      const parts = value.split(',').map(part => part.trim())
      if (parts.every(isNetwork)) return parts
      throw new Error('addresses or networks such as 10.0.0.0/8, separated by commas')
    },
  }
}

function isNetwork(value: string): boolean {
  const [address = '', bits, ...rest] = value.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

export function networksWithPorts(about: string) {
  return {
    default: [] as string[],
    about,
    read: (value: string) => {
      const parts = value.split(',').map(part => part.trim())
      if (parts.every(readNetwork)) return parts
      throw new Error('networks such as 10.0.0.0/8, or 10.1.2.3:8080 for one port, separated by commas')
    },
  }
}
