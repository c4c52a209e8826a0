/** The `state` of OAuth (RFC 6749, 10.12): it proves that an installation was begun here, by this user, in this browser. */

type Begun = { state: string; at: number }

const maxAge = 60 * 60 * 1000 // ms: installing an app takes minutes

/**
 * The state with which to begin an installation. Within an hour it is the same one, so that a second tab does not
 * invalidate the first.
 */
export function beginInstallation(personId: string, connectionId: string): string {
  const begun = read(personId, connectionId)
  if (begun) return begun
  const random = crypto.getRandomValues(new Uint8Array(24))
  const state = `${connectionId}.${[...random].map(byte => byte.toString(16).padStart(2, '0')).join('')}`
  localStorage.setItem(
    keyOf(personId, connectionId),
    JSON.stringify({ state, at: Date.now() } satisfies Begun),
  )
  return state
}

/** Whether the state is that of an installation of this connection which this user began here. */
export function wasBegunHere(personId: string, connectionId: string, state: string | null): boolean {
  return state !== null && state === read(personId, connectionId)
}

/** Ends an installation: its state counts once. */
export function endInstallation(personId: string, connectionId: string): void {
  localStorage.removeItem(keyOf(personId, connectionId))
}

/** The connection that a state names. Anybody may have written it. */
export function connectionOf(state: string): string | undefined {
  return /^([\w-]+)\./.exec(state)?.[1]
}

/** The state in an address that a shop opened; null if there is none. */
export function stateIn(text: string): string | null {
  return /[?&]state=([\w.-]+)/.exec(text.trim())?.[1] ?? null
}

const keyOf = (personId: string, connectionId: string) => `realword-install ${personId} ${connectionId}`

function read(personId: string, connectionId: string): string | undefined {
  try {
    const begun = JSON.parse(localStorage.getItem(keyOf(personId, connectionId)) ?? 'null') as Begun | null
    return begun && begun.at > Date.now() - maxAge ? begun.state : undefined
  } catch {
    return undefined
  }
}
