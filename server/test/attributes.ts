import type { Attribute } from '../tenants/stores/settings/attribute-rules.ts'

/** A question of each type, of which visitors do not see the last one. */
export const attributesOfEachType: Attribute[] = [
  {
    id: 'fit',
    type: 'scale',
    label: { en: 'How does it fit?', 'pt-BR': 'Como veste?' },
    low: { en: 'Runs small', 'pt-BR': 'Pequeno' },
    mid: { en: 'True to size', 'pt-BR': 'Tamanho certo' },
    high: { en: 'Runs large', 'pt-BR': 'Grande' },
    required: false,
    public: true,
  },
  { id: 'quality', type: 'rating', label: { en: 'Quality' }, required: false, public: true },
  {
    id: 'size',
    type: 'choice',
    label: { en: 'Size bought' },
    options: [
      { id: 's', label: { en: 'Small' } },
      { id: 'l', label: { en: 'Large' } },
    ],
    required: false,
    public: true,
  },
  {
    id: 'uses',
    type: 'choices',
    label: { en: 'Used for' },
    options: [
      { id: 'home', label: { en: 'At home' } },
      { id: 'camping', label: { en: 'Camping', 'pt-BR': 'Acampar' } },
      { id: 'office', label: { en: 'At work' } },
    ],
    required: false,
    public: true,
  },
  { id: 'tip', type: 'text', label: { en: 'Your tip' }, required: false, public: true },
  {
    id: 'age',
    type: 'choice',
    label: { en: 'Your age' },
    options: [
      { id: 'under_30', label: { en: 'Under 30' } },
      { id: 'over_30', label: { en: '30 and over' } },
    ],
    required: false,
    public: false,
  },
]
