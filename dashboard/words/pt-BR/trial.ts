import type { words as english } from '../en/trial.ts'
import type { Translation } from '../entries.ts'

export const words = {
  mailOff: 'Nenhum e-mail sai ainda',
  mailOffLead:
    'Nenhum servidor de e-mail está configurado: os convites ficam na caixa de saída e não chegam aos compradores. Para enviá-los, defina SMTP_URL e MAIL_FROM onde o Realword roda, ou peça a quem o mantém.',
  outbox: 'Abrir a caixa de saída',
  outboxHint:
    'Para ler os e-mails guardados, abra o endereço da caixa de saída que o serviço mostrou ao iniciar.',
  testOrder: 'Enviar um pedido de teste',
  testOrderLead: 'O convite para avaliar vai na hora para {email}.',
  testOrderKept: 'O convite chega na hora à caixa de saída, onde você pode abri-lo.',
  openKept: 'Abrir o e-mail guardado',
  test: 'Teste',
  testLead:
    'Pedido de teste para o e-mail de um membro. A avaliação conta como qualquer outra; você pode removê-la em Avaliações.',
} as const satisfies Translation<typeof english>
