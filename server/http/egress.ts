import type { Config } from '../config.ts'

/** Private networks that may be reached nevertheless, and the port of this machine that never is: our own. */
export type Egress = { allow: readonly string[]; ownPort: number }

/** Where webhooks and connections may go. `more`: networks of the demo. */
export function egressOf({ EGRESS_ALLOW, PORT }: Config, more: readonly string[] = []): Egress {
  return { allow: [...more, ...EGRESS_ALLOW], ownPort: PORT }
}
