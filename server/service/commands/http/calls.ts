import { Busy } from '../../../foundation/database/group-commit.ts'

/** Calls between two processes, over the channel that Node opens between a process and its child. */
export type Calls = {
  /** Calls a handler of the other process. Rejects with what it threw, and never answers once that process is gone. */
  call: (name: string, value?: unknown) => Promise<unknown>
  /** Takes a message of the other process. */
  receive: (message: unknown) => void
}

export type Handlers = Record<string, (value: never) => unknown>

type Message =
  | { call: number; name: string; value?: unknown }
  | { answer: number; value?: unknown }
  | { failure: number; message: string; retryAfter?: number }

/** `send` drops the message when the other process is gone. */
export function connectCalls(send: (message: Message) => void, handlers: Handlers): Calls {
  const pending = new Map<number, PromiseWithResolvers<unknown>>()
  let last = 0

  async function answer(call: number, name: string, value: unknown): Promise<void> {
    try {
      send({ answer: call, value: await handlers[name]?.(value as never) })
    } catch (error) {
      const retryAfter = error instanceof Busy ? { retryAfter: error.retryAfter } : {}
      send({ failure: call, message: String(error), ...retryAfter })
    }
  }

  function settle(id: number): PromiseWithResolvers<unknown> | undefined {
    const call = pending.get(id)
    pending.delete(id)
    return call
  }

  return {
    call: (name, value) => {
      const settled = Promise.withResolvers<unknown>()
      pending.set(++last, settled)
      send({ call: last, name, value })
      return settled.promise
    },
    receive: received => {
      const message = received as Message
      if ('call' in message) void answer(message.call, message.name, message.value)
      else if ('answer' in message) settle(message.answer)?.resolve(message.value)
      else if ('failure' in message) {
        const { retryAfter, message: text } = message
        settle(message.failure)?.reject(retryAfter === undefined ? new Error(text) : new Busy(retryAfter))
      }
    },
  }
}
