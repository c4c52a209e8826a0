/** Whether Accept-Encoding names the coding, and does not refuse it (`gzip;q=0`). */
export function acceptsCoding(accepted: string | undefined, coding: 'br' | 'gzip'): boolean {
  return new RegExp(`\\b${coding}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`, 'i').test(accepted ?? '')
}
