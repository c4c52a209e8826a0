const form =
  /^(?:19[7-9]\d|2[01]\d\d)-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3])(?::[0-5]\d){2}\.\d{3}Z$/

/** Whether it is exactly `YYYY-MM-DDTHH:mm:ss.sssZ`, and an existing instant from 1970 to 2199. */
export function isTimestamp(value: string): boolean {
  if (!form.test(value)) return false
  const day = Number(value.slice(8, 10))
  return day <= 28 || day <= daysIn(Number(value.slice(0, 4)), Number(value.slice(5, 7)))
}

/** The days of a month, which is 1 to 12. */
function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}
