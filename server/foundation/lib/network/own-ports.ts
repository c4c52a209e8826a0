// Of this process. Every request to an address that somebody typed refuses them, whoever makes it.
const ports = new Set<number>()

/** Remembers that the service listens on this port of this machine. Returns what forgets it. */
export function noteOwnPort(port: number): () => void {
  ports.add(port)
  return () => void ports.delete(port)
}

/** Whether the service listens on this port. */
export function isOwnPort(port: number): boolean {
  return ports.has(port)
}
