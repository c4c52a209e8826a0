import { LRUCache } from 'lru-cache'

/**
 * The response cache. The path of a request:
 *
 *     GET /api/…  ── front.ts: raw address and credentials ── found in the coding ──▶ 200 or 304
 *          │ not found
 *          ▼
 *     Fastify: route, store key, CORS, parameters
 *          ▼
 *     cached-read.ts: key = route, store, meaning of the query ── found or in flight ──▶ 200 or 304
 *          │ not found: count it towards the network's limit
 *          ▼
 *     SQL ──▶ response.ts: bytes, ETag, headers ──▶ entry under its key, tags and address
 *          ▼
 *     response.ts: encoded at the first request for a coding, and kept ──▶ 200
 *
 *     a commit ── NOTIFY ──▶ tenants/products/invalidation.ts ──▶ drops the entries with the tag of the product or store
 */
export type Cache<Value> = {
  /** The value under the key: cached, or made by `create`. Equal requests in flight share one `create`. */
  getOrCreate: (key: string, tags: string[], create: () => Promise<Value>) => Promise<Value>
  /** Whether `getOrCreate` would return without another `create`. */
  has: (key: string) => boolean
  /** Lets `find` return the entry of `key` under this address too, while it is cached. */
  addAddress: (address: string, key: string) => void
  /** The value under an address, if it is cached and `suits`. */
  find: (address: string, suits?: (value: Value) => boolean) => Value | undefined
  /** To be called when the value under the key takes another number of bytes. */
  resize: (key: string) => void
  /** Drops every entry with the tag. A value in flight is returned, but not cached. */
  invalidate: (tag: string) => void
  clear: () => void
  /** Requests answered from the cache and not, and the bytes in it. */
  stats: () => { hits: number; misses: number; bytes: number }
}

/** `value` is absent while it is in flight, and after the entry was dropped. */
type Entry<Value> = {
  readonly key: string
  readonly tags: readonly string[]
  value: Value | undefined
  isDropped: boolean
}

type Options<Value> = {
  sizeOf: (value: Value) => number
  maxBytes: number
  /** Whether invalidations are received. While false, nothing is cached, shared or found. */
  isUsable: () => boolean
}

/**
 * A cache of at most about `maxBytes`; the least recently used entries go first. An entry has its tags from the
 * moment of the request, so what was read before a change is never cached after it.
 */
export function createCache<Value>({ sizeOf, maxBytes, isUsable }: Options<Value>): Cache<Value> {
  let hits = 0
  let misses = 0
  const byTag = new Map<string, Set<Entry<Value>>>()
  const inFlight = new Map<string, { entry: Entry<Value>; promise: Promise<Value> }>()
  // The library asks for the size of a new object only, so an entry that grew is put into another one.
  const byKey = new LRUCache<string, { entry: Entry<Value> }>({
    maxSize: maxBytes,
    sizeCalculation: ({ entry: { key, tags, value } }) =>
      key.length * 2 + 500 + sizeOfTags(tags) + (value === undefined ? 0 : sizeOf(value)),
    dispose: ({ entry }) => untag(entry),
  })
  // A stranger may invent any number of addresses: they have a limit too, and keep no entry alive.
  const byAddress = new LRUCache<string, Entry<Value>>({
    maxSize: maxBytes / 4,
    sizeCalculation: (_entry, address) => address.length * 2 + 100,
  })

  function tag(entry: Entry<Value>): void {
    for (const name of entry.tags) {
      const tagged = byTag.get(name)
      if (tagged) tagged.add(entry)
      else byTag.set(name, new Set([entry]))
    }
  }

  function untag(entry: Entry<Value>): void {
    entry.isDropped = true
    entry.value = undefined
    for (const name of entry.tags) {
      const tagged = byTag.get(name)
      tagged?.delete(entry)
      if (tagged?.size === 0) byTag.delete(name)
    }
  }

  function drop(tagged: Iterable<Entry<Value>>): void {
    for (const entry of [...tagged]) {
      untag(entry)
      if (byKey.peek(entry.key)?.entry === entry) byKey.delete(entry.key)
      land(entry)
    }
  }

  // Another entry may be in flight under the key: this one was dropped meanwhile.
  function land(entry: Entry<Value>): void {
    if (inFlight.get(entry.key)?.entry === entry) inFlight.delete(entry.key)
  }

  async function fill(entry: Entry<Value>, create: () => Promise<Value>): Promise<Value> {
    try {
      const value = await create()
      if (!entry.isDropped && isUsable()) {
        entry.value = value
        byKey.set(entry.key, { entry })
        if (!byKey.has(entry.key)) untag(entry) // larger than the whole cache
      } else untag(entry)
      return value
    } catch (error) {
      untag(entry)
      throw error
    } finally {
      land(entry)
    }
  }

  return {
    getOrCreate: async (key, tags, create) => {
      const cached = isUsable() ? (byKey.get(key)?.entry.value ?? inFlight.get(key)?.promise) : undefined
      if (cached !== undefined) {
        hits++
        return await cached
      }
      misses++
      if (!isUsable()) return await create()
      const entry: Entry<Value> = { key, tags, value: undefined, isDropped: false }
      tag(entry)
      const promise = fill(entry, create)
      inFlight.set(key, { entry, promise })
      return await promise
    },
    has: key => isUsable() && (byKey.peek(key)?.entry.value !== undefined || inFlight.has(key)),
    addAddress: (address, key) => {
      const entry = byKey.peek(key)?.entry
      if (entry) byAddress.set(address, entry)
    },
    find: (address, suits = () => true) => {
      if (!isUsable()) return undefined
      const entry = byAddress.get(address)
      if (entry === undefined) return undefined
      if (entry.isDropped) byAddress.delete(address)
      else byKey.get(entry.key) // marks it as recently used
      if (entry.value === undefined || !suits(entry.value)) return undefined
      hits++
      return entry.value
    },
    resize: key => {
      const entry = byKey.peek(key)?.entry
      if (entry) byKey.set(key, { entry }, { noDisposeOnSet: true })
    },
    invalidate: name => drop(byTag.get(name) ?? []),
    clear: () => {
      for (const tagged of [...byTag.values()]) drop(tagged)
      byAddress.clear()
    },
    stats: () => ({ hits, misses, bytes: byKey.calculatedSize + byAddress.calculatedSize }),
  }
}

// Measured: 430 bytes for each tag that only one entry has. Without counting them, requests for a hundred products
// each took 2 GB instead of 64 MiB.
function sizeOfTags(tags: readonly string[]): number {
  return tags.reduce((sum, name) => sum + name.length + 400, 0)
}
