import type { HolidaysTypes } from 'date-holidays'

/** Rules of date-holidays (decision 104): those that no law has, and those that it lacks. */
export type Correction = { without?: string[]; with?: Rule[] }

type Rule = [rule: string, name: Record<string, string>, more?: Partial<HolidaysTypes.HolidayOptions>]

/** For a holiday on a Saturday, and for one on a Sunday. */
const to = (saturday: string, sunday: string) =>
  `if Saturday then next ${saturday} if Sunday then next ${sunday}`
const toMonday = to('Monday', 'Monday')
const pastEaster = `${toMonday} if is public holiday then next Tuesday`

/** Where the law says otherwise than date-holidays 3.37.0, with its source. */
export const corrections: Record<string, Correction> = {
  // Laws 662 of 1949, 6.802 of 1980, 10.607 of 2002 and 14.759 of 2023. A day of elections (Código Eleitoral, art. 380)
  // is a Sunday (constitution, art. 77), on which shops are open as on any other.
  BR: { without: ['1st sunday in October in even years', '1st sunday before 11-01 in even years'] },

  // Кодекс на труда, art. 154 (1): 24, 25 and 26 December, and Holy Saturday. Art. 154 (2): if they
  // are on a weekend, Easter excepted, the first working day after it is off, or the first two.
  BG: {
    with: [
      ['12-26', { bg: 'Рождество Христово', en: 'Christmas' }],
      ['orthodox -1', { bg: 'Велика събота', en: 'Holy Saturday' }],
      offAfter('01-01', toMonday, { bg: 'Нова година', en: "New Year's Day" }),
      offAfter('03-03', toMonday, { bg: 'Ден на Освобождението', en: 'Liberation Day' }),
      offAfter('05-01', pastEaster, { bg: 'Ден на труда', en: 'Labour Day' }),
      offAfter('05-06', pastEaster, { bg: 'Гергьовден', en: "Saint George's Day" }),
      offAfter('05-24', toMonday, { bg: 'Ден на азбуката', en: 'Day of the Alphabet' }),
      offAfter('09-06', toMonday, { bg: 'Ден на Съединението', en: 'Unification Day' }),
      offAfter('09-22', toMonday, { bg: 'Ден на независимостта', en: 'Independence Day' }),
      offAfter('12-24', to('Tuesday', 'Wednesday'), { bg: 'Бъдни вечер', en: 'Christmas Eve' }),
      offAfter('12-25', to('Monday', 'Wednesday'), { bg: 'Коледа', en: 'Christmas' }),
      offAfter('12-26', to('Monday', 'Tuesday'), { bg: 'Рождество Христово', en: 'Christmas' }),
    ],
  },

  // Canada Labour Code, section 166: ten general holidays. Provinces have other ones.
  CA: {
    without: ['09-30 since 2021'], // an observance there
    with: [
      ['monday before 05-25', { en: 'Victoria Day', fr: 'Fête de la Reine' }],
      [
        '09-30 since 2021',
        {
          en: 'National Day for Truth and Reconciliation',
          fr: 'Journée nationale de la vérité et de la réconciliation',
        },
      ],
      ['2nd monday in October', { en: 'Thanksgiving', fr: 'Action de grâce' }],
      ['11-11', { en: 'Remembrance Day', fr: 'Jour du Souvenir' }],
      ['12-26', { en: 'Boxing Day', fr: 'Lendemain de Noël' }],
    ],
  },

  // Ley 2.977 of 1915, art. 1 no. 2: Friday and Saturday of Holy Week.
  CL: { with: [['easter -1', { es: 'Sábado Santo', en: 'Holy Saturday' }]] },

  // 全国年节及纪念日放假办法 as amended by State Council decree 795 of 10 November 2024: 13 days. Children, women, youth
  // and soldiers have days that are none for others. For 2026 also the bridging days of 国办发明电〔2025〕7号.
  CN: {
    without: ['06-01'],
    with: [
      ['chinese 01-0-03', { zh: '春节', en: 'Spring Festival' }],
      ['05-02 since 2025', { zh: '劳动节', en: 'Labour Day' }],
      ...days('2026-01-02 2026-01-03', { zh: '元旦', en: "New Year's Day" }),
      ...days('2026-02-15 2026-02-20 2026-02-21 2026-02-22 2026-02-23', {
        zh: '春节',
        en: 'Spring Festival',
      }),
      ...days('2026-04-04 2026-04-06', { zh: '清明节', en: 'Qingming Festival' }),
      ...days('2026-05-03 2026-05-04 2026-05-05', { zh: '劳动节', en: 'Labour Day' }),
      ...days('2026-06-20 2026-06-21', { zh: '端午节', en: 'Dragon Boat Festival' }),
      ...days('2026-09-26 2026-09-27', { zh: '中秋节', en: 'Mid-Autumn Festival' }),
      ...days('2026-10-04 2026-10-05 2026-10-06 2026-10-07', { zh: '国庆节', en: 'National Day' }),
    ],
  },

  // Código Sustantivo del Trabajo, art. 177 as amended by Ley 51 of 1983: Thursday and Friday of Holy Week, no Sunday;
  // Ascension, which the library calls Assumption. It knows Ley 2578 of 2026 (9 July).
  CO: { without: ['easter'], with: [['easter 43', { es: 'Ascensión del Señor', en: 'Ascension Day' }]] },

  // Código del Trabajo, art. 65: Guayaquil's day is 9 October, not 10 September, and Maundy Thursday is none.
  EC: {
    without: ['09-10', 'easter -3'],
    with: [['10-09', { es: 'Independencia de Guayaquil', en: 'Independence of Guayaquil' }]],
  },

  // 관공서의 공휴일에 관한 규정, art. 2: the day before, of and after the first of the first lunar month, and the days of
  // elections. 공휴일에 관한 법률 as amended in April 2026: 1 May, and its substitute (art. 3).
  KR: {
    without: ['korean 01-0-01 P3D'],
    with: [
      ['korean 01-0-00', { ko: '설날', en: 'Korean New Year' }],
      ['korean 01-0-01', { ko: '설날', en: 'Korean New Year' }],
      ['korean 01-0-02', { ko: '설날', en: 'Korean New Year' }],
      ['05-01 since 2026', { ko: '노동절', en: 'Labour Day' }],
      [
        'substitutes 05-01 if Saturday,Sunday then next Monday',
        { ko: '노동절', en: 'Labour Day' },
        { substitute: true, active: [{ from: '2026-01-01' }] },
      ],
      ...days('2026-06-03', { ko: '전국동시지방선거', en: 'Local Election Day' }),
      ...days('2028-04-12', { ko: '국회의원 선거', en: 'National Assembly Election Day' }),
    ],
  },

  // Ley Federal del Trabajo, art. 74 VII: since 2024 the president takes office on 1 October (art. 83 of the
  // constitution as amended on 10 February 2014).
  MX: {
    without: ['12-01 every 6 years since 1934'],
    with: [
      [
        '10-01 every 6 years since 2024',
        { es: 'Transmisión del Poder Ejecutivo Federal', en: 'Change of Federal Government' },
        { active: [{ from: '2024-01-01' }] },
      ],
    ],
  },

  // Zákon 241/1993 as amended by 261/2025: 8 May and 15 September are working days in 2026 alone.
  SK: {
    with: [
      ['05-08 since 2027', { sk: 'Deň víťazstva nad fašizmom', en: 'Day of victory over fascism' }],
      [
        '09-15 since 2027',
        { sk: 'Sviatok Panny Márie Sedembolestnej', en: 'Day of Our Lady of the Seven Sorrows' },
      ],
    ],
  },

  // 紀念日及節日實施條例 of 28 May 2025.
  TW: {
    with: [
      ['05-01 since 2026', { zh: '勞動節', en: 'Labour Day' }],
      ['09-28 since 2025', { zh: '孔子誕辰紀念日', en: "Confucius' Birthday" }],
      ['10-25 since 2025', { zh: '臺灣光復暨金門古寧頭大捷紀念日', en: 'Taiwan Restoration Day' }],
      ['12-25 since 2025', { zh: '行憲紀念日', en: 'Constitution Day' }],
    ],
  },

  // 5 U.S.C. 6103 (b) and Executive Order 11582: a holiday on a weekend is observed on Friday or Monday.
  US: {
    with: [
      [
        '11-11 and if sunday then next monday if saturday then previous friday',
        { en: 'Veterans Day', es: 'Día del Veterano' },
        { substitute: true },
      ],
    ],
  },
}

/** One name for single dates, separated by spaces. */
function days(dates: string, name: Record<string, string>): Rule[] {
  return dates.split(' ').map(date => [date, name])
}

/** The day off for a holiday on a weekend, in Bulgaria since 2017. */
function offAfter(date: string, then: string, name: Record<string, string>): Rule {
  return [`substitutes ${date} ${then}`, name, { active: [{ from: '2017-01-01' }] }]
}
