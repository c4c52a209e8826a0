/** What the demo's shop says around its products, in both its languages. */
export const words = {
  pt: {
    tag: 'pt-BR',
    tagline: 'Cafés torrados na serra, e tudo para prepará-los.',
    intro:
      'As estrelas desta página chegam todas em um único pedido, já guardado pelo navegador na próxima visita.',
    shop: 'Loja',
    configure: 'Configurar widgets',
    light: 'Claro',
    dark: 'Escuro',
    other: 'English',
    all: 'Todos os produtos',
    buy: 'Comprar',
    delivery: 'Enviamos em um dia útil. Troca grátis em 30 dias.',
    about: {
      beans: 'Colhido à mão, torrado às terças e enviado às quartas. A data da torra está no pacote.',
      moka: 'Alumínio fundido, cabo frio e borracha de reposição por dez anos. Não serve para indução.',
      grinder: 'Lâminas cônicas de aço, ajuste por cliques e desmontagem sem ferramentas.',
      kettle: 'Fio de água fino e constante, para molhar o pó por igual.',
      dripper: 'Nervuras em espiral que deixam o ar sair e o café descer no tempo certo.',
      mug: 'Feita para durar: vai na lava-louças e mantém o café quente.',
      press: 'Vidro espesso e filtro duplo de aço. Quatro minutos e está pronto.',
      scale: 'Precisão de 0,1 g e cronômetro no mesmo visor.',
    },
    reviews: 'Avaliações',
    questions: 'Perguntas e respostas',
    note: 'Loja de demonstração: produtos, pessoas e avaliações foram inventados.',
  },
  en: {
    tag: 'en',
    tagline: 'Coffee roasted in the hills, and all you need to brew it.',
    intro:
      'All the stars on this page come in a single request, and from the browser itself on the next visit.',
    shop: 'Shop',
    configure: 'Configure widgets',
    light: 'Light',
    dark: 'Dark',
    other: 'Português',
    all: 'All products',
    buy: 'Add to cart',
    delivery: 'Leaves within one working day. Free returns for 30 days.',
    about: {
      beans: 'Picked by hand, roasted on Tuesdays, sent on Wednesdays. The roast date is on the bag.',
      moka: 'Cast aluminium, a handle that stays cool, spare gaskets for ten years. Not for induction.',
      grinder: 'Conical steel burrs, clicks you can count, taken apart without tools.',
      kettle: 'A thin and steady stream, to wet the grounds evenly.',
      dripper: 'Spiral ribs let the air out and the coffee down at the right pace.',
      mug: 'Made to last: dishwasher safe, and it keeps your coffee warm.',
      press: 'Thick glass and a double steel filter. Four minutes, and it is ready.',
      scale: 'Exact to 0.1 g, with the timer on the same display.',
    },
    reviews: 'Reviews',
    questions: 'Questions and answers',
    note: 'A demonstration: products, people and reviews are made up.',
  },
} as const

export type Language = keyof typeof words
