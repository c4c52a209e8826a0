import type { Texts } from './en.ts'

export const ptBR: Texts = {
  error_summary: 'Confira antes de enviar',
  optional: 'opcional',
  send_again: 'Nada do que você digitou se perdeu.',
  privacy: 'Seus dados ficam com {holder} e são usados apenas para isto.',
  privacy_link: 'Política de privacidade',
  sending: 'Enviando…',
  back_to_store: 'Ir para {store}',
  provided_by: 'Avaliações de quem comprou, guardadas com Realword',

  link_unknown_title: 'Este link não funciona',
  link_unknown_text: 'Ele pode estar incompleto. Abra-o de novo pelo e-mail mais recente da loja.',
  link_expired_title: 'Este link expirou',
  link_expired_text: 'Obrigado por passar por aqui. Se ainda quiser escrever, peça um novo link à loja.',
  product_unknown_title: 'Este produto ainda não está aqui',
  product_unknown_text: 'A loja ainda não nos falou dele. Pergunte diretamente à loja.',
  form_unknown_title: 'Este formulário não está disponível',
  form_unknown_text: 'A loja não o oferece neste endereço. Volte à loja e tente por lá.',
  page_unknown_title: 'Não há nada aqui',
  page_unknown_text: 'Volte à loja e tente por lá.',
  too_many_title: 'Um momento, por favor',
  too_many_text:
    'Chegaram muitos pedidos da sua rede. Espere um minuto, volte e envie de novo: o navegador guarda o que você digitou.',
  too_large_title: 'Foi muito de uma vez',
  too_large_text: 'Volte e envie menos fotos, ou fotos menores: até cinco por produto, de 10 MB cada.',
  unreadable_title: 'Não conseguimos ler isso',
  unreadable_text: 'O que o navegador enviou não chegou inteiro. Volte e envie de novo.',
  unavailable_title: 'Voltamos já',
  unavailable_text:
    'Nada foi salvo. Volte e envie de novo em um minuto: o navegador guarda o que você digitou.',
  unexpected_title: 'Algo deu errado do nosso lado',
  unexpected_text:
    'Nada foi salvo. Volte e envie de novo em um minuto: o navegador guarda o que você digitou.',

  name: 'Seu nome',
  email: 'Seu e-mail',
  email_missing: 'Digite seu e-mail, para que a resposta chegue a você.',
  email_wrong: 'Digite um só endereço de e-mail, como ana@example.com.',
  name_missing: 'Digite seu nome, ou como quer ser chamado.',
  name_long: 'Digite um nome mais curto: até 80 caracteres.',
  challenge_wrong: 'Envie mais uma vez: o navegador ainda estava provando que você não é um robô.',
  challenge_working: 'Verificando que você não é um robô…',
  mail_often:
    'Já há várias mensagens esperando a confirmação deste endereço. Abra o e-mail mais recente, ou tente amanhã.',
  noscript_held: 'Sem JavaScript demora um pouco mais: a loja olha antes.',

  question_title: 'Pergunte sobre este produto',
  question: 'Sua pergunta',
  question_hint: 'Pergunte sobre o produto, não sobre um pedido: todos podem ler.',
  question_missing: 'Digite sua pergunta.',
  question_long: 'Encurte a pergunta: até 2.000 caracteres.',
  question_name_hint: 'Aparece junto com a pergunta.',
  question_email_hint: 'Nunca aparece. Você confirma uma vez, e a resposta chega aqui.',
  question_send: 'Enviar pergunta',
  similar_title: 'Alguma destas já responde?',
  similar_none: 'Não, enviar minha pergunta',
  answered_by: '{store} respondeu',
  question_sent_title: 'Confira seu e-mail',
  question_sent_text:
    'Enviamos uma mensagem para {email}. Abra o link que está nela, e {store} recebe sua pergunta. A resposta também chega por e-mail.',
  question_again: 'Fazer outra pergunta',

  confirm_title: 'Confirme seu e-mail',
  confirm_question_text: 'Aperte o botão, e {store} recebe sua pergunta:',
  confirm_review_text: 'Aperte o botão, e {store} recebe sua avaliação:',
  confirm_button: 'Sim, sou eu',
  confirm_not_you:
    'Não foi você que escreveu? Então feche esta página: sem a sua confirmação nada é enviado nem mostrado.',
  confirmed_title: 'Obrigado!',
  confirmed_question_text: '{store} já tem sua pergunta. A resposta chega no seu e-mail.',
  confirmed_review_published: 'Sua avaliação está publicada.',
  confirmed_review_pending:
    '{store} já tem sua avaliação. Você recebe um e-mail assim que ela for publicada.',
}
