/**
 * A message of the plugin pgoutput, protocol version 1 (PostgreSQL's documentation, "Logical Replication Message
 * Formats"). Of a changed row there is its key alone, before and after the change.
 */
export type Message =
  | { kind: 'begin'; xid: number }
  | { kind: 'commit' }
  | { kind: 'changes'; table: string; keys: Key[] }
  | { kind: 'truncate'; tables: string[] }
  /** Written by pg_logical_emit_message. */
  | { kind: 'mark'; prefix: string; content: string }

/** The values of a primary key as text, in the order of the table's columns. */
export type Key = string[]

type Relation = { name: string; isKey: boolean[] }

/** Returns a function that reads one message; undefined for those that change no row. Throws if a row has no key. */
export function createDecoder(): (bytes: Buffer) => Message | undefined {
  const relations = new Map<number, Relation>()

  function relation(reader: Reader): Relation {
    const found = relations.get(reader.int32())
    if (!found) throw new Error('pgoutput: a row of a table that was not announced')
    return found
  }

  function changes(reader: Reader): Message {
    const { name, isKey } = relation(reader)
    const keys: Key[] = []
    // Of an update, the old key comes first if it was changed.
    while (!reader.isAtEnd()) {
      reader.byte()
      keys.push(readKey(reader, name, isKey))
    }
    return { kind: 'changes', table: name, keys }
  }

  function truncate(reader: Reader): Message {
    const count = reader.int32()
    reader.byte()
    return { kind: 'truncate', tables: Array.from({ length: count }, () => relation(reader).name) }
  }

  return bytes => {
    const reader = createReader(bytes)
    switch (reader.byte()) {
      case 'B':
        reader.skip(16) // position and time of the commit
        return { kind: 'begin', xid: reader.int32() >>> 0 }
      case 'C':
        return { kind: 'commit' }
      case 'R':
        relations.set(reader.int32(), readRelation(reader))
        return undefined
      case 'I':
      case 'U':
      case 'D':
        return changes(reader)
      case 'T':
        return truncate(reader)
      case 'M':
        reader.skip(9) // flags and position
        return { kind: 'mark', prefix: reader.name(), content: reader.text() }
      default:
        return undefined
    }
  }
}

function readRelation(reader: Reader): Relation {
  const name = `${reader.name()}.${reader.name()}`
  reader.byte()
  const isKey = Array.from({ length: reader.int16() }, () => {
    const flags = reader.byte()
    reader.name()
    reader.skip(8) // type
    return flags === '\x01'
  })
  return { name, isKey }
}

function readKey(reader: Reader, table: string, isKey: boolean[]): Key {
  const values = Array.from({ length: reader.int16() }, () => (reader.byte() === 't' ? reader.text() : null))
  const key = values.filter((_, at) => isKey[at])
  if (key.length === 0 || key.includes(null))
    throw new Error(`pgoutput: a row of ${table} came without its key`)
  return key as Key
}

type Reader = ReturnType<typeof createReader>

function createReader(bytes: Buffer) {
  let at = 0
  const take = (length: number) => {
    at += length
    return at - length
  }
  return {
    isAtEnd: () => at >= bytes.length,
    skip: take,
    byte: () => String.fromCharCode(bytes.readUInt8(take(1))),
    int16: () => bytes.readInt16BE(take(2)),
    int32: () => bytes.readInt32BE(take(4)),
    /** Up to a NUL. */
    name: () => {
      const end = bytes.indexOf(0, at)
      const text = bytes.toString('utf8', at, end)
      at = end + 1
      return text
    },
    /** After its length. */
    text: () => {
      const length = bytes.readInt32BE(take(4))
      return bytes.toString('utf8', take(length), at)
    },
  }
}
