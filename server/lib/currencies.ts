// ISO 4217 by ISO 3166-1: countries with one currency that shops price in.
const euro = 'AD AT BE CY DE EE ES FI FR GR HR IE IT LT LU LV MC MT NL PT SI SK SM VA'
const others =
  'AE:AED AR:ARS AU:AUD BG:EUR BO:BOB BR:BRL CA:CAD CH:CHF CL:CLP CN:CNY CO:COP CR:CRC CZ:CZK DK:DKK DO:DOP EG:EGP ' +
  'GB:GBP GT:GTQ HK:HKD HN:HNL HU:HUF ID:IDR IL:ILS IN:INR IS:ISK JP:JPY KR:KRW MA:MAD MX:MXN MY:MYR NI:NIO NO:NOK ' +
  'NZ:NZD PE:PEN PH:PHP PL:PLN PR:USD PY:PYG RO:RON SA:SAR SE:SEK SG:SGD TH:THB TR:TRY TW:TWD UA:UAH US:USD UY:UYU ' +
  'VN:VND ZA:ZAR'

const currencies = new Map([
  ...euro.split(' ').map(country => [country, 'EUR'] as const),
  ...others.split(' ').map(pair => pair.split(':') as [string, string]),
])

/** The currency of a country such as BR; undefined for one that is not listed. */
export function currencyOf(country: string): string | undefined {
  return currencies.get(country)
}
