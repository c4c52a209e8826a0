import type { words as english } from '../en/widget-findings.ts'
import type { Translation } from '../entries.ts'

export const words = {
  page_read: ['La página responde.'],
  page_pasted: [
    'Se verificó el HTML que pegaste. Los encabezados HTTP de la página, como su política de seguridad, se desconocen.',
  ],
  page_status: [
    'La página responde con el estado {status}.',
    'Ábrela en una ventana privada. Revisa la URL y que el producto esté publicado.',
  ],
  page_password: [
    'La página pide una contraseña o bloquea robots (estado {status}).',
    'Pega abajo el HTML de la página, o permite el user agent “Realword widget check”.',
  ],
  page_redirect: ['La página redirige a {to}.', 'Verifica esa dirección.'],
  page_type: ['Esta URL devuelve {type}, no una página.', 'Escribe la URL de una página de producto.'],
  page_large: [
    'La página pesa más de 2 MB y solo se leyó el comienzo.',
    'Verifica otra página de la tienda o reduce esta: también es lenta para los compradores.',
  ],
  page_slow: [
    'La página tardó más de 15 segundos.',
    'Inténtalo más tarde. Si sigue lenta, contacta a tu proveedor de hosting.',
  ],
  page_name: [
    'No existe la dirección {host}.',
    'Revisa cómo se escribe. Un dominio nuevo puede tardar unas horas en funcionar.',
  ],
  page_private: [
    'Solo se llega a {host} desde tu propia red, así que Realword no puede abrirla.',
    'Mejor pega abajo el HTML de la página. O dale una dirección pública con un túnel, como «cloudflared tunnel --url» o «ngrok http», y verifica esa dirección.',
  ],
  page_port: [
    '{host} usa un puerto inusual, que Realword no lee.',
    'Verifica la URL pública de la tienda o pega abajo el HTML de la página.',
  ],
  page_unreachable: [
    'No se puede llegar al servidor de la página ({detail}).',
    'Abre la página en tu navegador. Si funciona, quizá un firewall bloquea a Realword.',
  ],
  page_certificate: [
    'El certificado de la página no es válido ({detail}).',
    'Los navegadores también avisan. Pide a tu proveedor de hosting que lo renueve.',
  ],
  page_unreadable: [
    'No se puede leer la respuesta del servidor ({detail}).',
    'Contacta a tu proveedor de hosting: la respuesta no es HTTP o usa una compresión inusual.',
  ],
  script_found: ['El script está en la página.'],
  script_missing: [
    'El script no está en la página.',
    'Pega la primera parte del código en el head de la página: {expected}',
  ],
  script_elsewhere: ['El script viene de otra dirección: {found}', 'Usa esta: {expected}'],
  script_classic: [
    'El script no lleva type="module", y los navegadores lo rechazan.',
    'Escribe <script type="module" …>. No necesita async ni defer: los módulos no bloquean la página.',
  ],
  script_insecure: [
    'La página es https y el script es http: los navegadores lo bloquean.',
    'El servicio necesita una dirección https. Pide al operador que defina PUBLIC_URL y copia el código de nuevo.',
  ],
  script_integrity: [
    'El integrity del script es de otra versión: los navegadores lo rechazan.',
    'Quita el atributo o usa {expected}',
  ],
  script_blocked: [
    'La política de seguridad de la página ({directive}) bloquea el script.',
    'Agrega {expected} a {directive}.',
  ],
  script_twice: [
    'El script está {count} veces en la página.',
    'Deja uno. Los demás solo hacen más lenta la página.',
  ],
  reads_blocked: [
    'La política de seguridad de la página ({directive}) impide que los widgets lean las opiniones.',
    'Agrega {expected} a connect-src.',
  ],
  types_blocked: [
    'La página exige Trusted Types y no permite la política de los widgets.',
    'Agrega lit-html a trusted-types.',
  ],
  pictures_blocked: [
    'La política de seguridad de la página ({directive}) bloquea las fotos de los compradores.',
    'Agrega {expected} a img-src.',
  ],
  frame_blocked: [
    'La política de seguridad de la página ({directive}) bloquea el formulario de preguntas.',
    'Agrega {expected} a frame-src.',
  ],
  store_right: ['El ID y la clave de la tienda son correctos.'],
  store_missing: ['Un widget no tiene el ID de la tienda.', 'Agrega data-store-id="{expected}".'],
  store_other: ['El código tiene el ID de otra tienda: {found}', 'Usa data-store-id="{expected}".'],
  key_missing: ['Un widget no tiene la clave de la tienda.', 'Agrega data-store-key="{expected}".'],
  key_other: ['El código tiene la clave de otra tienda: {found}', 'Usa data-store-key="{expected}".'],
  key_secret: [
    'Tu clave de API secreta ({found}) está en la página, donde todos pueden leerla.',
    'Quítala y revócala de inmediato en Configuración, Conexión. Las páginas solo necesitan la clave de la tienda.',
  ],
  origin_any: ['Cualquier página puede mostrar las opiniones: la tienda no tiene orígenes permitidos.'],
  origin_listed: ['La tienda permite {origin}.'],
  origin_refused: [
    'La tienda no permite {origin}, y los navegadores bloquean las opiniones.',
    'Agrega {origin} en Configuración, Conexión.',
  ],
  widgets_found: ['En la página: {widgets}'],
  widgets_missing: [
    'La respuesta del servidor no contiene widgets.',
    'Pega los elementos donde deban aparecer. Si un script los agrega después, verifícalo manualmente como se describe abajo.',
  ],
  product_missing: ['Un {widget} no tiene producto.', 'Agrega data-product-id o data-product-sku.'],
  product_both: [
    'Un {widget} tiene data-product-id y data-product-sku, y por eso no muestra nada.',
    'Deja solo uno.',
  ],
  product_template: [
    'El ID del producto no se completó: {products}',
    'La variable de la plantilla no está disponible aquí. Usa la del código de tu plataforma.',
  ],
  product_is_sku: ['{products}: esto es un SKU, no un ID de producto.', 'Usa data-product-sku para él.'],
  sku_is_product: ['{products}: esto es un ID de producto, no un SKU.', 'Usa data-product-id para él.'],
  product_unknown: [
    'La tienda no tiene el producto {products}.',
    'Usa los mismos ID de los pedidos y productos. El producto aparece aquí con su primer pedido.',
  ],
  product_unreviewed: ['{products}: aún sin opiniones. Las estrellas aparecen con la primera.'],
  products_known: ['La tienda tiene los productos: {products}'],
  attribute_unknown: ['{widget} tiene un atributo desconocido: {attribute}', 'Usa uno de estos: {expected}'],
  attribute_value: [
    '{attribute} de {widget} no puede ser “{found}”.',
    'Copia el elemento del código de nuevo.',
  ],
  structured_found: ['Los buscadores encuentran la calificación en los datos estructurados de la página.'],
  structured_twice: [
    '{count} productos de la página dan una calificación a los buscadores, y estos ignoran todas.',
    'Deja una: desactiva las calificaciones del tema o de otra aplicación.',
  ],
  structured_broken: [
    'Hay datos estructurados en la página que no son JSON válido, y los buscadores los ignoran.',
    'Pide al desarrollador del tema que los corrija.',
  ],
  structured_missing: [
    'Los buscadores no encuentran ninguna calificación en esta página.',
    'Para mostrar estrellas en los resultados, haz que el servidor de la tienda incluya /api/v1/structured-data.json en la página.',
  ],
  language_missing: [
    'La página no declara su idioma, y los widgets usan el del navegador del visitante.',
    'Decláralo en el elemento html: <html lang="es">.',
  ],
  seen_later: [
    'Realword no ve el código que un script agrega después (un gestor de etiquetas, una tienda hecha en el navegador).',
    'Verifícalo manualmente: abre la página en Chrome, presiona F12, elige Console, escribe document.querySelectorAll("rw-rating, rw-reviews, rw-questions").length — no debe dar 0 — y busca líneas que empiecen por “Realword:”.',
  ],
} as const satisfies Translation<typeof english>
