type Described = {
  type: string
  message: string
  stack: string | undefined
  code?: unknown
  cause?: Described
  [field: string]: unknown
}

// PostgreSQL's `detail`, `hint` and `where`, and the fields of other libraries, may quote a row or a message.
const named = ['code', 'syscall', 'severity', 'schema', 'table', 'column', 'constraint', 'responseCode']

const deepest = 5 // causes

/** An error as it is logged: its message, its stack, and those fields that never contain data of a store. */
export function describeError(error: unknown, depth = 0): Described | unknown {
  if (error === undefined || error === null) return error
  if (!isErrorLike(error)) return String(error)
  const fields = Object.fromEntries(
    named.flatMap(name => {
      const value = (error as unknown as Record<string, unknown>)[name]
      return typeof value === 'string' || typeof value === 'number' ? [[name, value]] : []
    }),
  )
  return {
    type: error.name ?? 'Error',
    message: error.message,
    stack: error.stack,
    ...fields,
    ...(error.cause !== undefined && depth < deepest && { cause: describeError(error.cause, depth + 1) }),
  }
}

// pg-boss reports copies of errors, which are plain objects.
function isErrorLike(error: unknown): error is Partial<Error> & { message: string } {
  return typeof error === 'object' && typeof (error as Partial<Error>).message === 'string'
}
