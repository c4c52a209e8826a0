type Given<Fields> = { [Name in keyof Fields]: Exclude<Fields[Name], undefined> }

/** The fields without those that are undefined: a rule that says nothing about them has none. */
export function without<Fields extends object>(fields: Fields): Given<Fields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Given<Fields>
}
