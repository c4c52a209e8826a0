/** One Content-Security-Policy: its directives in lower case with their values as written. */
export type ContentPolicy = Map<string, string[]>

/** The policies of a header, which may hold several, or of a meta element. */
export function readPolicies(header: string): ContentPolicy[] {
  return header
    .split(',')
    .map(readPolicy)
    .filter(policy => policy.size > 0)
}

function readPolicy(text: string): ContentPolicy {
  const policy: ContentPolicy = new Map()
  for (const part of text.split(';')) {
    const [name = '', ...values] = part.trim().split(/\s+/)
    const known = name.toLowerCase()
    // Of two directives with one name, the first applies.
    if (known && !policy.has(known)) policy.set(known, values)
  }
  return policy
}

/** A resource and the page that loads it. */
export type Load = { url: URL; page: URL; nonce?: string | undefined; integrity?: string | undefined }

/**
 * The first directive that blocks the load; undefined if all policies allow it. `chain` lists the directives that may
 * decide, in order of precedence. Source: CSP Level 3, 6.7.
 */
export function refusedBy(policies: ContentPolicy[], chain: string[], load: Load): string | undefined {
  for (const policy of policies) {
    const name = chain.find(one => policy.has(one))
    if (
      name &&
      !allows(policy.get(name) ?? [], load, name.startsWith('script') || chain[0] === 'script-src-elem')
    )
      return name
  }
}

/** Whether the policies require Trusted Types and forbid creating one of that name. */
export function refusesTrustedType(policies: ContentPolicy[], name: string): boolean {
  const demanded = policies.some(policy => policy.get('require-trusted-types-for')?.includes("'script'"))
  return (
    demanded &&
    policies.some(policy => {
      const names = policy.get('trusted-types')
      return names !== undefined && !names.includes(name) && !names.includes('*')
    })
  )
}

function allows(sources: string[], load: Load, isScript: boolean): boolean {
  if (isScript && load.nonce && sources.includes(`'nonce-${load.nonce}'`)) return true
  const hashes = (load.integrity ?? '').split(/\s+/).filter(Boolean)
  if (isScript && hashes.length > 0 && hashes.every(hash => sources.includes(`'${hash}'`))) return true
  // It trusts the scripts that trusted scripts load, but no address.
  if (isScript && sources.some(source => source.toLowerCase() === "'strict-dynamic'")) return false
  return sources.some(source => matches(source, load))
}

function matches(source: string, { url, page }: Load): boolean {
  const low = source.toLowerCase()
  if (low === '*') return /^https?:$/.test(url.protocol) || url.protocol === page.protocol
  if (low === "'self'") return isUpgrade(page.protocol, url.protocol) && url.host === page.host
  if (/^[a-z][a-z0-9+.-]*:$/.test(low)) return isUpgrade(low, url.protocol)
  const found =
    /^(?:([a-z][a-z0-9+.-]*:)\/\/)?(\*|(?:\*\.)?[a-z0-9.-]+|\[[0-9a-f:]+\])(?::(\*|\d+))?(\/.*)?$/i.exec(
      source,
    )
  if (!found) return false
  const [, scheme = page.protocol, host = '', port, path] = found
  return (
    isUpgrade(scheme.toLowerCase(), url.protocol) &&
    isHost(host.toLowerCase(), url.hostname) &&
    isPort(port, url) &&
    isPath(path, url.pathname)
  )
}

const isUpgrade = (allowed: string, asked: string) =>
  allowed === asked || (allowed === 'http:' && asked === 'https:')

const isHost = (pattern: string, host: string) =>
  pattern === '*' || (pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern)

const isPort = (port: string | undefined, url: URL) =>
  port === '*' ||
  (port ?? '') === url.port ||
  (url.port === '' && port === (url.protocol === 'https:' ? '443' : '80'))

function isPath(path: string | undefined, asked: string): boolean {
  if (path === undefined || path === '/') return true
  return path.endsWith('/') ? asked.startsWith(path) : asked === path
}
