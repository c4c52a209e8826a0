/** Makes a value at the first call, for all callers. A failure is not kept: the next call makes it again. */
export function once<Args extends unknown[], Value>(
  make: (...args: Args) => Promise<Value>,
): (...args: Args) => Promise<Value> {
  let made: Promise<Value> | undefined
  return (...args) => {
    made ??= make(...args).catch(error => {
      made = undefined
      throw error
    })
    return made
  }
}
