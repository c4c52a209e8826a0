import type { MailTexts } from './texts.ts'

export const portuguese: MailTexts = {
  language: 'pt-BR',
  kinds: {
    request: {
      subject: '{name}, avalie sua compra: {product}',
      preheader: 'Toque em uma estrela para começar. Leva cerca de um minuto.',
      heading: 'O que você achou, {name}?',
      words: [
        'Agradecemos a sua compra em {store}. O que você diria a quem pensa em comprar o mesmo? Elogio ou crítica, sua opinião sincera ajuda outras pessoas a escolher e nos ajuda a melhorar.',
      ],
      button: 'Avaliar agora',
      why: 'Você recebe este e-mail porque comprou em {store}.',
    },
    reminder: {
      subject: '{name}, ainda dá tempo de avaliar {product}',
      preheader: 'Sua opinião sincera ainda ajuda outras pessoas a escolher.',
      heading: 'Tem um minuto, {name}?',
      words: [
        'Há alguns dias perguntamos o que você achou da sua compra em {store}. Sua opinião, seja qual for, ainda ajuda outras pessoas a escolher.',
        'Se preferir não avaliar, é só ignorar este e-mail.',
      ],
      button: 'Avaliar agora',
      why: 'Você recebe este e-mail porque comprou em {store}.',
    },
    review_published: {
      subject: 'Sua avaliação foi publicada: {product}',
      preheader: 'Outras pessoas já podem ler. Agradecemos!',
      heading: 'Sua avaliação foi publicada',
      words: ['Agradecemos, {name}! Quem se interessar por {product} já pode ler a sua avaliação.'],
      button: 'Ver minha avaliação',
      why: 'Você recebe este e-mail porque escreveu uma avaliação em {store}.',
    },
    review_rejected: {
      subject: 'Sua avaliação não foi publicada: {product}',
      preheader: 'Veja o motivo e o que você pode fazer.',
      heading: 'Sua avaliação não foi publicada',
      words: ['{name}, agradecemos o seu tempo. A equipe de {store} leu a sua avaliação e não a publicou.'],
      after:
        'O número de estrelas não influenciou a decisão: nenhuma avaliação é recusada por causa da nota. Você pode alterar a avaliação e enviar de novo.',
      button: 'Alterar minha avaliação',
      why: 'Você recebe este e-mail porque escreveu uma avaliação em {store}.',
    },
    review_replied: {
      subject: '{store} respondeu à sua avaliação: {product}',
      preheader: 'Leia a resposta da loja.',
      heading: '{store} respondeu a você',
      words: ['{name}, a loja respondeu à sua avaliação de {product}.'],
      button: 'Ver minha avaliação',
      why: 'Você recebe este e-mail porque escreveu uma avaliação em {store}.',
    },
    question_received: {
      subject: 'Nova pergunta: {product}',
      preheader: 'Um cliente está esperando a sua resposta.',
      heading: 'Você tem uma nova pergunta',
      words: [
        'Um cliente quer saber mais sobre {product}. Uma resposta rápida ajuda esse cliente e quem tiver a mesma dúvida depois.',
      ],
      button: 'Responder pergunta',
      why: 'Você recebe este e-mail porque este é o endereço de contato de {store}.',
    },
    question_answered: {
      subject: 'Sua pergunta foi respondida: {product}',
      preheader: 'Leia a resposta da loja.',
      heading: 'Sua pergunta foi respondida',
      words: ['{name}, {store} respondeu à sua pergunta sobre {product}.'],
      button: 'Ver a resposta',
      why: 'Você recebe este e-mail porque fez uma pergunta em {store}.',
    },
    confirm_review: {
      subject: 'Confirme a sua avaliação: {product}',
      preheader: 'Com um toque, a sua avaliação vai para a loja.',
      heading: 'Este e-mail é seu?',
      words: [
        'Alguém escreveu uma avaliação de {product} em {store} e informou este e-mail. Se foi você, confirme com o botão abaixo.',
        'Se não foi você, ignore este e-mail: nada será publicado.',
      ],
      button: 'Confirmar meu e-mail',
      why: 'Você recebe este e-mail porque alguém informou este endereço ao escrever uma avaliação em {store}.',
    },
    confirm_question: {
      subject: 'Confirme a sua pergunta: {product}',
      preheader: 'Com um toque, a sua pergunta vai para a loja.',
      heading: 'Este e-mail é seu?',
      words: [
        'Alguém fez uma pergunta sobre {product} em {store} e informou este e-mail para receber a resposta. Se foi você, confirme com o botão abaixo.',
        'Se não foi você, ignore este e-mail: nada será enviado nem publicado.',
      ],
      button: 'Confirmar meu e-mail',
      why: 'Você recebe este e-mail porque alguém informou este endereço ao fazer uma pergunta em {store}.',
    },
    password_reset: {
      subject: 'Escolha uma nova senha',
      preheader: 'O link é válido por uma hora.',
      heading: 'Escolha uma nova senha',
      words: [
        '{name}, alguém pediu para redefinir a senha do painel ligada a este e-mail. Se foi você, escolha uma nova com o botão abaixo. Ele funciona uma vez, em até uma hora.',
        'Se não foi você, ignore este e-mail: sua senha não muda.',
      ],
      button: 'Escolher nova senha',
      why: 'Você recebe este e-mail porque entra com este endereço no painel de {store}.',
    },
    invitation: {
      subject: '{store} convidou você para o painel da loja',
      preheader: 'O convite é válido por sete dias.',
      heading: 'Participe da equipe de {store}',
      words: [
        '{store} convidou você para cuidar de avaliações e perguntas. O botão abaixo abre o painel. Ele funciona uma vez, em até sete dias.',
        'Se você não conhece {store}, ignore este e-mail.',
      ],
      button: 'Aceitar o convite',
      why: 'Você recebe este e-mail porque um proprietário de {store} convidou este endereço.',
    },
    webhook_disabled: {
      subject: 'Um webhook da loja {store} foi desativado',
      preheader: 'Ele respondeu com erros por cinco dias.',
      heading: 'Um webhook foi desativado',
      words: [
        '{name}, a loja {store} envia eventos a um webhook que há cinco dias responde com erros ou não responde. O Realword parou de enviar eventos a ele.',
        'O que está pendente fica guardado por 30 dias. Conserte o receptor e ative o webhook de novo: o que está pendente é enviado em seguida.',
      ],
      button: 'Abrir o painel',
      why: 'Você recebe este e-mail porque é proprietário da loja {store}.',
    },
  },
  andMore: (product, others) => `${product} e mais ${others}`,
  moreOnThePage: count =>
    count === 1 ? 'E mais um produto na página.' : `E mais ${count} produtos na página.`,
  stars: count => `${count} de 5 estrelas`,
  hint: 'Toque em uma estrela para começar.',
  scale: { low: 'Não gostei', high: 'Adorei' },
  quotes: {
    yourReview: 'Sua avaliação',
    reason: 'Motivo',
    answer: 'Resposta de {store}',
    yourQuestion: 'Sua pergunta',
    asks: '{name} perguntou',
  },
  footer: {
    holder: '{holder} é responsável pelos seus dados.',
    privacy: 'Privacidade',
    contact: 'Falar com a loja',
    unsubscribe: 'Cancelar inscrição',
  },
}
