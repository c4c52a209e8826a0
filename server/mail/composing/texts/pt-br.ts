import type { MailTexts } from './texts.ts'

export const portuguese: MailTexts = {
  language: 'pt-BR',
  kinds: {
    request: {
      subject: '{name}, o que você achou? {product}',
      preheader: 'Toque em uma estrela para começar. Leva cerca de um minuto.',
      heading: 'O que você achou, {name}?',
      words: [
        'Agradecemos a sua compra em {store}. O que você diria a quem pensa em comprar o mesmo? Elogio ou crítica: palavras sinceras ajudam outras pessoas a escolher e nos ajudam a melhorar.',
      ],
      button: 'Escrever minha avaliação',
      why: 'Você recebe este e-mail porque comprou em {store}.',
    },
    reminder: {
      subject: '{name}, tem um minuto? {product}',
      preheader: 'Sua opinião sincera ainda ajuda outras pessoas a escolher.',
      heading: 'Tem um minuto, {name}?',
      words: [
        'Há alguns dias perguntamos o que você achou da sua compra em {store}. Sua opinião, seja qual for, ainda ajuda outras pessoas a escolher.',
        'Se preferir não avaliar, é só ignorar este e-mail.',
      ],
      button: 'Escrever minha avaliação',
      why: 'Você recebe este e-mail porque comprou em {store}.',
    },
    review_published: {
      subject: 'Sua avaliação foi publicada: {product}',
      preheader: 'Outras pessoas já podem ler. Agradecemos!',
      heading: 'Sua avaliação foi publicada',
      words: ['Agradecemos, {name}! Quem procurar por {product} já pode ler o que você escreveu.'],
      button: 'Ver minha avaliação',
      why: 'Você recebe este e-mail porque escreveu uma avaliação em {store}.',
    },
    review_rejected: {
      subject: 'Sua avaliação não foi publicada: {product}',
      preheader: 'Veja o motivo e o que você pode fazer.',
      heading: 'Sua avaliação não foi publicada',
      words: ['{name}, agradecemos o seu tempo. A equipe de {store} leu a sua avaliação e não a publicou.'],
      after:
        'O número de estrelas não pesou nessa decisão: nenhuma avaliação é recusada por causa da nota. Você pode escrevê-la de outra forma.',
      button: 'Alterar minha avaliação',
      why: 'Você recebe este e-mail porque escreveu uma avaliação em {store}.',
    },
    review_replied: {
      subject: '{store} respondeu à sua avaliação: {product}',
      preheader: 'Leia o que a loja escreveu para você.',
      heading: '{store} respondeu a você',
      words: ['{name}, a loja respondeu ao que você escreveu sobre {product}.'],
      button: 'Ver minha avaliação',
      why: 'Você recebe este e-mail porque escreveu uma avaliação em {store}.',
    },
    question_received: {
      subject: 'Nova pergunta: {product}',
      preheader: 'Alguém espera pela sua resposta.',
      heading: 'Você tem uma pergunta',
      words: [
        'Alguém quer saber mais sobre {product}. Uma resposta rápida ajuda quem perguntou e todos que tiverem a mesma dúvida depois.',
      ],
      button: 'Responder à pergunta',
      why: 'Você recebe este e-mail porque este é o endereço de contato de {store}.',
    },
    question_answered: {
      subject: 'Sua pergunta foi respondida: {product}',
      preheader: 'Leia a resposta da loja.',
      heading: 'Sua pergunta foi respondida',
      words: ['{name}, a equipe de {store} respondeu ao que você perguntou sobre {product}.'],
      button: 'Ver a resposta',
      why: 'Você recebe este e-mail porque fez uma pergunta em {store}.',
    },
    confirm_review: {
      subject: 'Confirme a sua avaliação: {product}',
      preheader: 'Um toque e a sua avaliação segue adiante.',
      heading: 'Este endereço é seu?',
      words: [
        'Alguém escreveu uma avaliação sobre {product} em {store} e informou este endereço. Se foi você, confirme, por favor.',
        'Se não foi você, ignore este e-mail: nada será publicado.',
      ],
      button: 'Confirmar meu endereço',
      why: 'Você recebe este e-mail porque este endereço foi informado com uma avaliação em {store}.',
    },
    confirm_question: {
      subject: 'Confirme a sua pergunta: {product}',
      preheader: 'Um toque e a sua pergunta segue adiante.',
      heading: 'Este endereço é seu?',
      words: [
        'Alguém fez uma pergunta sobre {product} em {store} e informou este endereço para a resposta. Se foi você, confirme, por favor.',
        'Se não foi você, ignore este e-mail: nada será enviado nem mostrado.',
      ],
      button: 'Confirmar meu endereço',
      why: 'Você recebe este e-mail porque este endereço foi informado com uma pergunta em {store}.',
    },
    password_reset: {
      subject: 'Escolha uma nova senha',
      preheader: 'O link vale por uma hora.',
      heading: 'Escolha uma nova senha',
      words: [
        '{name}, alguém pediu uma nova senha do painel com o seu endereço. Se foi você, o botão abaixo permite escolher uma. Ele funciona uma vez, dentro de uma hora.',
        'Se não foi você, ignore este e-mail: sua senha continua a mesma.',
      ],
      button: 'Escolher uma nova senha',
      why: 'Você recebe este e-mail porque entra com este endereço no painel de {store}.',
    },
    invitation: {
      subject: '{store} convida você para o painel',
      preheader: 'O convite vale por sete dias.',
      heading: 'Trabalhe com {store}',
      words: [
        '{store} gostaria da sua ajuda com avaliações e perguntas. O botão abaixo leva ao painel. Ele funciona uma vez, dentro de sete dias.',
        'Se você não conhece {store}, ignore este e-mail.',
      ],
      button: 'Aceitar o convite',
      why: 'Você recebe este e-mail porque um proprietário de {store} informou o seu endereço.',
    },
  },
  andMore: (product, others) => `${product} e mais ${others}`,
  moreOnThePage: count =>
    count === 1 ? 'E mais um produto na página.' : `E mais ${count} produtos na página.`,
  stars: count => (count === 1 ? '1 estrela de 5' : `${count} estrelas de 5`),
  hint: 'Toque em uma estrela para começar.',
  scale: { low: 'Não gostei', high: 'Adorei' },
  quotes: {
    yourReview: 'Sua avaliação',
    reason: 'Por que não foi publicada',
    answer: 'Resposta de {store}',
    yourQuestion: 'Sua pergunta',
    asks: '{name} pergunta',
  },
  footer: {
    holder: 'Seus dados estão sob a responsabilidade de {holder}.',
    privacy: 'Privacidade',
    contact: 'Falar com a loja',
    unsubscribe: 'Não receber mais estes e-mails',
  },
}
