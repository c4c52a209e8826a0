// ISO 4217 by ISO 3166-1: countries with one currency that shops price in.
const euro =
  'AD AT AX BE BL CY DE EE ES FI FR GF GP GR HR IE IT LT LU LV MC ME MF MQ MT NL PM PT RE SI SK SM VA XK YT'
const others =
  'AE:AED AF:AFN AL:ALL AM:AMD AO:AOA AR:ARS AS:USD AU:AUD AW:AWG AZ:AZN BA:BAM BB:BBD BD:BDT BF:XOF BG:EUR BH:BHD ' +
  'BI:BIF BJ:XOF BM:BMD BN:BND BO:BOB BR:BRL BS:BSD BW:BWP BY:BYN BZ:BZD CA:CAD CD:CDF CF:XAF CG:XAF CH:CHF CI:XOF ' +
  'CL:CLP CM:XAF CN:CNY CO:COP CR:CRC CV:CVE CZ:CZK DJ:DJF DK:DKK DO:DOP DZ:DZD EC:USD EG:EGP ET:ETB FJ:FJD FO:DKK ' +
  'GA:XAF GB:GBP GE:GEL GG:GBP GH:GHS GL:DKK GM:GMD GN:GNF GQ:XAF GT:GTQ GU:USD GW:XOF GY:GYD HK:HKD HN:HNL HU:HUF ' +
  'ID:IDR IL:ILS IM:GBP IN:INR IQ:IQD IS:ISK JE:GBP JM:JMD JO:JOD JP:JPY KE:KES KG:KGS KH:KHR KM:KMF KR:KRW KW:KWD ' +
  'KY:KYD KZ:KZT LA:LAK LI:CHF LK:LKR LY:LYD MA:MAD MD:MDL MG:MGA MK:MKD ML:XOF MM:MMK MN:MNT MO:MOP MR:MRU MU:MUR ' +
  'MV:MVR MW:MWK MX:MXN MY:MYR MZ:MZN NA:NAD NC:XPF NE:XOF NG:NGN NI:NIO NO:NOK NP:NPR NZ:NZD OM:OMR PE:PEN PF:XPF ' +
  'PG:PGK PH:PHP PK:PKR PL:PLN PR:USD PS:ILS PY:PYG QA:QAR RO:RON RS:RSD RW:RWF SA:SAR SC:SCR SE:SEK SG:SGD SN:XOF ' +
  'SR:SRD SV:USD SZ:SZL TD:XAF TG:XOF TH:THB TJ:TJS TM:TMT TN:TND TR:TRY TT:TTD TW:TWD TZ:TZS UA:UAH UG:UGX US:USD ' +
  'UY:UYU UZ:UZS VI:USD VN:VND VU:VUV WF:XPF WS:WST ZA:ZAR ZM:ZMW'

const currencies = new Map([
  ...euro.split(' ').map(country => [country, 'EUR'] as const),
  ...others.split(' ').map(pair => pair.split(':') as [string, string]),
])

/** The currency of a country such as BR; undefined for one that is not listed. */
export function currencyOf(country: string): string | undefined {
  return currencies.get(country)
}

const withThreeDigits = ['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND']

/**
 * Whether a thousandth is a coin, so that 12.345 is a price and not twelve thousand. By ISO 4217: CLDR, which `Intl` follows,
 * counts the digits in use, and has none for IQD.
 */
export function hasThousandths(currency: string | undefined): boolean {
  return currency !== undefined && withThreeDigits.includes(currency)
}

/** A currency of ISO 4217 as shops write it: `brl`, ` BRL `. Undefined for anything else. */
export function currencyCode(value: unknown): string | undefined {
  const code = typeof value === 'string' ? value.trim().toUpperCase() : ''
  return /^[A-Z]{3}$/.test(code) ? code : undefined
}
