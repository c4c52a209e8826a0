/** A product of the demo's shop. `kind` selects its drawing (drawings.ts), `tint` its colour. */
export type DemoProduct = {
  product_id: string
  sku: string
  /** In Portuguese, the store's language; words/ has it in others. */
  name: string
  /** In Brazilian reais. */
  price: number
  kind: Kind
  tint: string
}

export type Kind = 'beans' | 'moka' | 'grinder' | 'kettle' | 'dripper' | 'mug' | 'press' | 'scale'

export const catalogue: DemoProduct[] = [
  product('MOKA-6', 'moka', '#b8c4cc', 149.9, 'Cafeteira moka, 6 xícaras'),
  product('CAF-BOURBON', 'beans', '#d9a441', 42.9, 'Café Bourbon Amarelo em grãos'),
  product('MUG-STONE', 'mug', '#8c9a84', 59, 'Caneca de grés, 300 ml'),
  product('GRI-HAND', 'grinder', '#6f7c85', 229, 'Moedor manual de aço'),
  product('DRI-CER', 'dripper', '#e5ddd0', 89.9, 'Coador de cerâmica nº 2'),
  product('CAF-CATUAI', 'beans', '#b3543f', 38.9, 'Café Catuaí Vermelho em grãos'),
  product('KET-GOOSE', 'kettle', '#3f4a52', 199, 'Chaleira bico de ganso, 1 L'),
  product('PRE-600', 'press', '#a7b8c2', 119.9, 'Prensa francesa, 600 ml'),
  product('CAF-ESPRESSO', 'beans', '#5a3d2e', 119, 'Blend Espresso da Casa, 1 kg'),
  product('MUG-TRAVEL', 'mug', '#35605a', 99.9, 'Copo térmico, 350 ml'),
  product('MOKA-3', 'moka', '#c9b7a6', 119.9, 'Cafeteira moka, 3 xícaras'),
  product('GRI-ELEC', 'grinder', '#2f3437', 549, 'Moedor elétrico, 40 ajustes'),
  product('CAF-DECAF', 'beans', '#7d9a8a', 44.9, 'Café descafeinado, moído'),
  product('DRI-GLASS', 'dripper', '#b9d3d6', 139, 'Coador de vidro com jarra'),
  product('MUG-ENAMEL', 'mug', '#c8553d', 39.9, 'Caneca esmaltada'),
  product('KET-ELEC', 'kettle', '#d8d2c8', 329, 'Chaleira elétrica com temperatura'),
  product('CAF-GEISHA', 'beans', '#c98ba0', 98, 'Geisha da Chapada, microlote'),
  product('MOKA-IND', 'moka', '#8f9ba3', 219, 'Cafeteira moka para indução'),
  product('DRI-CLOTH', 'dripper', '#cdb48f', 24.9, 'Coador de pano, 2 unidades'),
  product('MUG-ESP', 'mug', '#e3d3bd', 109, 'Xícaras de espresso, jogo de 4'),
  product('GRI-TRAVEL', 'grinder', '#9a7b5b', 179, 'Moedor de viagem'),
  product('PRE-TRAVEL', 'press', '#566b5d', 149, 'Prensa francesa de viagem'),
  product('CAF-KIT', 'beans', '#a67c52', 69.9, 'Kit degustação, 4 cafés'),
  product('SCALE', 'scale', '#3b3f42', 159, 'Balança com cronômetro'),
]

function product(sku: string, kind: Kind, tint: string, price: number, name: string): DemoProduct {
  return { product_id: `P-${sku}`, sku, name, price, kind, tint }
}
