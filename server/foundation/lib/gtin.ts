/**
 * Whether a text is a GTIN of a product that is sold anywhere: GTIN-8, -12, -13 and -14 end with a check digit, by weights of
 * 3 and 1 from the right. Numbers of one shop's own scales and shelves, and of coupons, have prefixes that GS1 reserves for them.
 */
export function isGtin(text: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(text) || reserved.test(text)) return false
  const sum = [...text].reverse().reduce((sum, digit, at) => sum + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}

// As GTIN-13 these begin with 02, 04, 05, 2, 98 and 99; a GTIN-12 lacks its first zero. A GTIN-8 begins with 0 or 2.
const reserved = /^(0*$|[02]\d{7}$|[245]\d{11}$|(0[245]|2\d|98|99)\d{11}$|\d(0[245]|2\d|98|99)\d{11}$)/
