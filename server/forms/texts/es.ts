import type { Texts } from './en.ts'

export const es: Texts = {
  error_summary: 'Revisa esto antes de enviar',
  optional: 'opcional',
  send_again: 'No se perdió nada de lo que escribiste.',
  privacy: 'Tus datos los guarda {holder} y se usan solo para esto.',
  privacy_link: 'Política de privacidad',
  sending: 'Enviando…',
  back_to_store: 'Ir a {store}',
  provided_by: 'Opiniones de quienes compraron, guardadas con Realword',

  link_unknown_title: 'Este enlace no funciona',
  link_unknown_text: 'Puede estar incompleto. Ábrelo de nuevo desde el correo más reciente de la tienda.',
  link_expired_title: 'Este enlace ha caducado',
  link_expired_text: 'Gracias por venir. Si todavía quieres escribir, pide un enlace nuevo a la tienda.',
  product_unknown_title: 'Este producto aún no está aquí',
  product_unknown_text: 'La tienda todavía no nos ha hablado de él. Pregunta directamente a la tienda.',
  form_unknown_title: 'Este formulario no está disponible',
  form_unknown_text: 'La tienda no lo ofrece en esta dirección. Vuelve a la tienda e inténtalo desde allí.',
  page_unknown_title: 'Aquí no hay nada',
  page_unknown_text: 'Vuelve a la tienda e inténtalo desde allí.',
  too_many_title: 'Un momento, por favor',
  too_many_text:
    'Llegaron muchas peticiones desde tu red. Espera un minuto, vuelve y envía de nuevo: el navegador guarda lo que escribiste.',
  too_large_title: 'Fue demasiado de una vez',
  too_large_text:
    'Vuelve y envía menos fotos, o fotos más pequeñas: hasta cinco por producto, de 10 MB cada una.',
  unreadable_title: 'No pudimos leer eso',
  unreadable_text: 'Lo que envió el navegador no llegó entero. Vuelve y envíalo de nuevo.',
  unavailable_title: 'Volvemos enseguida',
  unavailable_text:
    'No se guardó nada. Vuelve y envía de nuevo en un minuto: el navegador guarda lo que escribiste.',
  unexpected_title: 'Algo falló de nuestro lado',
  unexpected_text:
    'No se guardó nada. Vuelve y envía de nuevo en un minuto: el navegador guarda lo que escribiste.',

  name: 'Tu nombre',
  email: 'Tu correo',
  email_missing: 'Escribe tu correo, para que te llegue la respuesta.',
  email_wrong: 'Escribe una sola dirección de correo, como ana@example.com.',
  name_missing: 'Escribe tu nombre, o cómo quieres que te llamen.',
  name_long: 'Escribe un nombre más corto: hasta 80 caracteres.',
  challenge_wrong: 'Envíalo otra vez: el navegador todavía estaba probando que no eres un robot.',
  challenge_working: 'Comprobando que no eres un robot…',
  mail_often:
    'Ya hay varios mensajes esperando que confirmes esta dirección. Abre el correo más reciente, o inténtalo mañana.',
  noscript_held: 'Sin JavaScript tarda un poco más: la tienda lo mira antes.',

  question_title: 'Pregunta sobre este producto',
  question: 'Tu pregunta',
  question_hint: 'Pregunta por el producto, no por un pedido: todos pueden leerla.',
  question_missing: 'Escribe tu pregunta.',
  question_long: 'Acorta la pregunta: hasta 2.000 caracteres.',
  question_name_hint: 'Aparece junto a tu pregunta.',
  question_email_hint: 'Nunca aparece. Lo confirmas una vez, y la respuesta llega aquí.',
  question_send: 'Enviar pregunta',
  similar_title: '¿Alguna de estas ya responde?',
  similar_none: 'No, enviar mi pregunta',
  answered_by: '{store} respondió',
  question_sent_title: 'Mira tu correo',
  question_sent_text:
    'Enviamos un mensaje a {email}. Abre el enlace que contiene, y {store} recibe tu pregunta. La respuesta también llega por correo.',
  question_again: 'Hacer otra pregunta',

  confirm_title: 'Confirma tu correo',
  confirm_question_text: 'Pulsa el botón, y {store} recibe tu pregunta:',
  confirm_review_text: 'Pulsa el botón, y {store} recibe tu opinión:',
  confirm_button: 'Sí, soy yo',
  confirm_not_you:
    '¿No lo escribiste tú? Entonces cierra esta página: sin tu confirmación no se envía ni se muestra nada.',
  confirmed_title: '¡Gracias!',
  confirmed_question_text: '{store} ya tiene tu pregunta. La respuesta llega a tu correo.',
  confirmed_review_published: 'Tu opinión está publicada.',
  confirmed_review_pending: '{store} ya tiene tu opinión. Recibes un correo en cuanto se publique.',
}
