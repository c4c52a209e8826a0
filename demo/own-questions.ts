import { type Answers, tidyAnswers } from '../server/answers/reviews/attributes/answers.ts'
import type { Attribute, Label } from '../server/tenants/stores/settings/attribute-rules.ts'
import { catalogue, type Kind } from './catalogue.ts'

const idsOf = (...kinds: Kind[]) => {
  return { product_ids: catalogue.filter(({ kind }) => kinds.includes(kind)).map(one => one.product_id) }
}

// In the languages of the shop, in this order.
const label = (...texts: [string, string, string, string, string, string, string]): Label =>
  Object.fromEntries(['en', 'pt-BR', 'es', 'de', 'fr', 'ja', 'ar'].map((tag, at) => [tag, texts[at] ?? '']))

/** What the demo's store asks besides stars and a text. One question is for the store alone. */
export const ownQuestions: Attribute[] = [
  {
    id: 'cleaning',
    type: 'scale',
    label: label(
      'Ease of cleaning',
      'Facilidade de limpeza',
      'Facilidad de limpieza',
      'Reinigung',
      'Nettoyage',
      'お手入れ',
      'سهولة التنظيف',
    ),
    low: label('A chore', 'Trabalhosa', 'Laboriosa', 'Mühsam', 'Pénible', '手間がかかる', 'متعب'),
    mid: label('All right', 'Normal', 'Normal', 'In Ordnung', 'Correct', 'ふつう', 'عادي'),
    high: label(
      'Rinse and done',
      'Só enxaguar',
      'Solo enjuagar',
      'Nur ausspülen',
      'Un simple rinçage',
      '水洗いだけ',
      'يكفي الشطف',
    ),
    required: false,
    products: idsOf('moka', 'press', 'dripper', 'grinder', 'kettle'),
    public: true,
  },
  {
    id: 'quality',
    type: 'rating',
    label: label(
      'Build quality',
      'Acabamento',
      'Acabado',
      'Verarbeitung',
      'Finition',
      '作りの良さ',
      'جودة الصنع',
    ),
    required: false,
    products: idsOf('moka', 'press', 'dripper', 'grinder', 'kettle', 'mug', 'scale'),
    public: true,
  },
  {
    id: 'stove',
    type: 'choice',
    label: label(
      'Used on',
      'Uso no fogão',
      'Uso en',
      'Herd',
      'Utilisée sur',
      '使っているコンロ',
      'نوع الموقد',
    ),
    options: [
      { id: 'gas', label: label('Gas', 'A gás', 'Gas', 'Gas', 'Gaz', 'ガス', 'غاز') },
      {
        id: 'electric',
        label: label('Electric', 'Elétrico', 'Eléctrica', 'Elektro', 'Électrique', '電気', 'كهربائي'),
      },
      {
        id: 'induction',
        label: label('Induction', 'Indução', 'Inducción', 'Induktion', 'Induction', 'IH', 'حث'),
      },
      {
        id: 'camping',
        label: label(
          'Camping stove',
          'Fogareiro',
          'Hornillo',
          'Campingkocher',
          'Réchaud',
          'キャンプ用コンロ',
          'موقد تخييم',
        ),
      },
    ],
    required: false,
    products: idsOf('moka'),
    public: true,
  },
  {
    id: 'roast',
    type: 'scale',
    label: label('Roast', 'Torra', 'Tueste', 'Röstung', 'Torréfaction', '焙煎', 'التحميص'),
    low: label('Too light', 'Clara demais', 'Muy claro', 'Zu hell', 'Trop claire', '浅すぎる', 'فاتح جدًا'),
    mid: label('Just right', 'No ponto', 'En su punto', 'Genau richtig', 'Parfaite', 'ちょうどよい', 'مثالي'),
    high: label(
      'Too dark',
      'Escura demais',
      'Muy oscuro',
      'Zu dunkel',
      'Trop foncée',
      '深すぎる',
      'داكن جدًا',
    ),
    required: false,
    products: idsOf('beans'),
    public: true,
  },
  {
    id: 'brewed',
    type: 'choices',
    label: label(
      'Brewed as',
      'Preparo',
      'Preparación',
      'Zubereitung',
      'Préparation',
      '淹れ方',
      'طريقة التحضير',
    ),
    options: [
      {
        id: 'espresso',
        label: label('Espresso', 'Espresso', 'Espresso', 'Espresso', 'Espresso', 'エスプレッソ', 'إسبريسو'),
      },
      { id: 'moka', label: label('Moka', 'Moka', 'Moka', 'Mokka', 'Moka', 'マキネッタ', 'موكا') },
      { id: 'filter', label: label('Filter', 'Coado', 'Filtro', 'Filter', 'Filtre', 'ドリップ', 'تقطير') },
      {
        id: 'press',
        label: label(
          'French press',
          'Prensa',
          'Prensa',
          'French Press',
          'Piston',
          'フレンチプレス',
          'فرنش برس',
        ),
      },
    ],
    required: false,
    products: idsOf('beans'),
    public: true,
  },
  {
    id: 'tip',
    type: 'text',
    label: label('A tip', 'Uma dica', 'Un consejo', 'Ein Tipp', 'Un conseil', 'ひとことアドバイス', 'نصيحة'),
    required: false,
    public: true,
  },
  {
    id: 'heard',
    type: 'choice',
    label: label(
      'How did you find us?',
      'Como nos conheceu?',
      '¿Cómo nos conoció?',
      'Wie haben Sie uns gefunden?',
      'Comment nous avez-vous connus ?',
      '当店を知ったきっかけ',
      'كيف عرفتم متجرنا؟',
    ),
    options: [
      {
        id: 'friend',
        label: label('A friend', 'Indicação', 'Un amigo', 'Empfehlung', 'Un ami', '知人の紹介', 'صديق'),
      },
      {
        id: 'search',
        label: label('A search', 'Busca', 'Un buscador', 'Suche', 'Une recherche', '検索', 'محرك بحث'),
      },
      {
        id: 'social',
        label: label(
          'Social media',
          'Redes sociais',
          'Redes sociales',
          'Soziale Medien',
          'Réseaux sociaux',
          'SNS',
          'وسائل التواصل',
        ),
      },
      {
        id: 'shop',
        label: label(
          'Our shop',
          'Na nossa loja',
          'Nuestra tienda',
          'Unser Laden',
          'Notre boutique',
          '実店舗',
          'متجرنا',
        ),
      },
    ],
    required: false,
    public: false,
  },
]

/** Reads the answers of a review: `cleaning=5 brewed=moka+filter`, and a text of its own. */
export function answersOf(given: string, tip: string): Answers | null {
  const pairs = given
    .split(' ')
    .filter(Boolean)
    .map((pair): [string, Answers[string]] => {
      const [id = '', value = ''] = pair.split('=')
      const type = ownQuestions.find(one => one.id === id)?.type
      if (type === 'choices') return [id, value.split('+')]
      return [id, type === 'choice' ? value : Number(value)]
    })
  return tidyAnswers(Object.fromEntries(tip ? [...pairs, ['tip', { text: tip }]] : pairs))
}
