/** A question in the demo's shop. `ago` is in days before the demo was filled. Without `reply` it is pending. */
export type DemoQuestion = {
  sku: string
  ago: number
  name: string
  body: string
  language: 'pt-BR' | 'en'
  reply?: string
  answers?: DemoAnswer[]
}

/** A buyer's answer, in the language of the question. Like it, `ago` is in days before the demo was filled. */
export type DemoAnswer = { ago: number; name: string; body: string; waits?: boolean }

export const demoQuestions: DemoQuestion[] = [
  {
    sku: 'KET-GOOSE',
    ago: 1,
    name: 'Renata',
    body: 'Mantém a água quente por quanto tempo depois de desligar?',
    language: 'pt-BR',
  },
  {
    sku: 'CAF-CATUAI',
    ago: 2,
    name: 'Tom',
    body: 'Is it light enough for a pour-over, or rather for espresso?',
    language: 'en',
  },
  question(
    'MOKA-6',
    4,
    'Patrícia',
    'Funciona em fogão de indução?',
    'Esta não: o alumínio não aquece na indução. Para indução temos a MOKA-IND, toda de aço.',
  ),
  question(
    'MOKA-6',
    9,
    'Lucas',
    'Qual a moagem certa?',
    'Média para fina, um pouco mais grossa que a de espresso. Não aperte o pó no funil.',
    {
      answers: [
        {
          ago: 7,
          name: 'Marcela V.',
          body: 'Comprei moído para coador e funcionou bem. Muito fino entope e amarga.',
        },
        {
          ago: 0,
          name: 'Otávio',
          body: 'No moedor manual da loja, uso o ajuste 14.',
          waits: true,
        },
      ],
    },
  ),
  question(
    'MOKA-6',
    13,
    'Kate',
    'Are spare gaskets available?',
    'Yes, a set of three gaskets and a filter plate. Write to us with your order and we add it.',
    { language: 'en' },
  ),
  question(
    'MOKA-6',
    20,
    'Simone',
    'Posso lavar na lava-louças?',
    'Melhor não: o detergente escurece o alumínio. Água quente e um pano bastam.',
  ),
  question('MOKA-6', 26, 'Diego', 'Seis xícaras de quantos ml?', 'Cerca de 50 ml cada, 300 ml no total.', {
    answers: [
      { ago: 24, name: 'Ana M.', body: 'Aqui em casa dá duas canecas grandes, quase cheias.' },
      { ago: 19, name: 'Rodrigo T.', body: 'Medi: 290 ml com a água até a válvula.' },
    ],
  }),
  question(
    'MOKA-6',
    34,
    'Amanda',
    'Vem com garantia?',
    'Sim, dois anos contra defeitos de fabricação, e peças de reposição por dez.',
  ),
  question(
    'CAF-BOURBON',
    5,
    'Rita',
    'Quando foi torrado?',
    'Torramos às terças e enviamos às quartas. A data da torra está no pacote.',
  ),
  question(
    'CAF-BOURBON',
    17,
    'Joe',
    'Can you grind it for a French press?',
    'Of course: choose “coarse” in the cart, and we grind it on the day it leaves.',
    { language: 'en' },
  ),
  question(
    'GRI-HAND',
    11,
    'Mauro',
    'Serve para espresso?',
    'Serve. Use os ajustes de 5 a 9 a partir do fechado.',
  ),
  question(
    'KET-GOOSE',
    15,
    'Vera',
    'O cabo é de madeira mesmo?',
    'É de faia tratada. Evite deixar de molho.',
  ),
  question(
    'MUG-TRAVEL',
    21,
    'Gabi',
    'Cabe embaixo da máquina de espresso?',
    'Ele tem 17 cm de altura sem a tampa; meça a sua máquina antes.',
  ),
]

function question(
  sku: string,
  ago: number,
  name: string,
  body: string,
  reply: string,
  more: Partial<DemoQuestion> = {},
): DemoQuestion {
  return { sku, ago, name, body, reply, language: 'pt-BR', ...more }
}
