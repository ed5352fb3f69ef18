const text = { type: 'string' };

const object = (properties: object) => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
});

const json = (schema: object) => ({ content: { 'application/json': { schema } } });

/** An object in the envelope of the service. */
const wrapped = (properties: object) => json(object({ payload: object(properties) }));

const project = object({ projectUuid: text, name: text });
const model = object({ modelUuid: text, name: text });

/** The OpenAPI document of the service of `startOtherShape` with names that say what they mean. */
export const otherShapeDocument = {
  openapi: '3.1.0',
  info: { title: 'Team Simulations', version: '3.2' },
  components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Team-Token' } } },
  security: [{ key: [] }],
  paths: {
    '/api/v3/projects': {
      get: { responses: { 200: wrapped({ projects: { type: 'array', items: project } }) } },
      post: { requestBody: wrapped({ name: text }), responses: { 201: wrapped({ projectUuid: text }) } },
    },
    '/api/v3/models/reusable': {
      get: { responses: { 200: wrapped({ models: { type: 'array', items: model } }) } },
    },
    '/api/v3/models': {
      post: {
        requestBody: wrapped({
          name: text,
          artifacts: { type: 'array', items: object({ name: text, sizeBytes: { type: 'integer' } }) },
        }),
        responses: {
          201: wrapped({
            modelUuid: text,
            artifacts: {
              type: 'array',
              items: object({ name: text, putUrl: { type: 'string', format: 'uri' } }),
            },
          }),
        },
      },
    },
    '/api/v3/models/{modelUuid}/finalise': { post: { responses: { 200: { description: 'Done' } } } },
    '/api/v3/simulations': {
      post: {
        requestBody: wrapped({
          projectUuid: text,
          modelUuid: text,
          solver: {
            type: 'string',
            enum: ['plate', 'solid'],
            default: 'solid',
            description: 'Kind of elements',
          },
        }),
        responses: { 201: wrapped({ jobUuid: text }) },
      },
    },
  },
};
