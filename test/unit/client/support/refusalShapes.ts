/** A refusal as a framework words it: what the person must read of it, and what they need not. */
export interface RefusalShape {
  readonly from: string;
  readonly body: unknown;
  readonly contentType?: string;
  readonly shown: readonly string[];
  readonly left?: readonly string[];
}

export const refusalShapes: readonly RefusalShape[] = [
  {
    from: 'a map from fields to texts whose names errors use too',
    body: { title: 'must not be blank', description: 'is too long', status: 'has no value' },
    shown: ['title: must not be blank', 'description: is too long', 'has no value'],
  },
  {
    from: 'Django REST framework, one field',
    body: { title: ['This field is required.'] },
    shown: ['title', 'This field is required.'],
  },
  {
    from: 'Django REST framework, two fields and all of them',
    body: {
      name: ['Ensure this field has no more than 20 characters.', 'Enter a valid slug.'],
      non_field_errors: ['The fields name, owner must make a unique set.'],
    },
    shown: [
      'name',
      'Ensure this field has no more than 20 characters.',
      'Enter a valid slug.',
      'unique set.',
    ],
  },
  {
    from: 'Django REST framework, nested serializer with many',
    body: { files: [{}, { path: ['May not be blank.'] }] },
    shown: ['path', 'May not be blank.'],
  },
  { from: 'Django REST framework, plain list', body: ['Quota used up.'], shown: ['Quota used up.'] },
  {
    from: 'FastAPI 422',
    body: {
      detail: [
        { loc: ['body', 'title'], msg: 'field required', type: 'value_error.missing' },
        {
          loc: ['body', 'files', 0, 'size'],
          msg: 'value is not a valid integer',
          type: 'type_error.integer',
        },
      ],
    },
    shown: ['title', 'field required', 'files', 'size', 'value is not a valid integer'],
  },
  {
    from: 'FastAPI HTTPException with an object',
    body: { detail: { reason: 'Mesh is too coarse', hint: 'Refine it' } },
    shown: ['Mesh is too coarse', 'Refine it'],
  },
  {
    from: 'Laravel',
    body: { message: 'The given data was invalid.', errors: { title: ['The title field is required.'] } },
    shown: ['The given data was invalid.', 'title', 'The title field is required.'],
  },
  {
    from: 'Rails, errors by field',
    body: { errors: { title: ["can't be blank"], base: ['Too many models'] } },
    shown: ['title', "can't be blank", 'Too many models'],
  },
  {
    from: 'Rails, fields at the top',
    body: { title: ["can't be blank"] },
    shown: ['title', "can't be blank"],
  },
  {
    from: 'Rails, full messages',
    body: { errors: ["Title can't be blank", 'Owner must exist'] },
    shown: ["Title can't be blank", 'Owner must exist'],
  },
  {
    from: 'ASP.NET Core ValidationProblemDetails',
    contentType: 'application/problem+json',
    body: {
      type: 'https://tools.ietf.org/html/rfc9110#section-15.5.1',
      title: 'One or more validation errors occurred.',
      status: 400,
      errors: { Title: ['The Title field is required.'], '$.files': ['Could not be converted.'] },
      traceId: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00',
    },
    shown: [
      'One or more validation errors occurred.',
      'The Title field is required.',
      'Could not be converted.',
    ],
    left: ['4bf92f3577b34da6a3ce929d0e0e4736', 'rfc9110'],
  },
  {
    from: 'Spring Boot with binding errors',
    body: {
      timestamp: '2024-05-01T10:00:00.000+00:00',
      status: 400,
      error: 'Bad Request',
      message: "Validation failed for object='model'",
      errors: [
        {
          codes: ['NotBlank.model.title'],
          defaultMessage: 'must not be blank',
          objectName: 'model',
          field: 'title',
          rejectedValue: '',
          bindingFailure: false,
          code: 'NotBlank',
        },
      ],
      path: '/models',
    },
    shown: ["Validation failed for object='model'", 'title', 'must not be blank'],
  },
  {
    from: 'Spring problem with violations',
    contentType: 'application/problem+json',
    body: {
      title: 'Constraint Violation',
      status: 400,
      violations: [{ field: 'create.title', message: 'size must be between 1 and 10' }],
    },
    shown: ['Constraint Violation', 'create.title', 'size must be between 1 and 10'],
  },
  {
    from: 'NestJS class-validator',
    body: {
      statusCode: 400,
      message: ['title should not be empty', 'files must be an array'],
      error: 'Bad Request',
    },
    shown: ['title should not be empty', 'files must be an array'],
  },
  {
    from: 'NestJS with raw ValidationError',
    body: {
      statusCode: 400,
      message: [
        { property: 'title', constraints: { isNotEmpty: 'title should not be empty' }, children: [] },
      ],
    },
    shown: ['title', 'title should not be empty'],
  },
  {
    from: 'Fastify',
    body: {
      statusCode: 400,
      code: 'FST_ERR_VALIDATION',
      error: 'Bad Request',
      message: "body must have required property 'title'",
    },
    shown: ["body must have required property 'title'"],
  },
  {
    from: 'express-validator',
    body: { errors: [{ type: 'field', value: '', msg: 'Invalid value', path: 'title', location: 'body' }] },
    shown: ['title', 'Invalid value'],
  },
  {
    from: 'Joi in express',
    body: { error: { details: [{ message: '"title" is required', path: ['title'], type: 'any.required' }] } },
    shown: ['title', '"title" is required'],
  },
  {
    from: 'Zod, formatted',
    body: {
      success: false,
      error: { formErrors: [], fieldErrors: { title: ['Required'], mesh: ['Expected number'] } },
    },
    shown: ['title', 'Required', 'mesh', 'Expected number'],
  },
  {
    from: 'Zod, issues',
    body: {
      error: {
        name: 'ZodError',
        issues: [
          { code: 'invalid_type', path: ['files', 2, 'name'], message: 'Expected string, received null' },
        ],
      },
    },
    shown: ['files', 'name', 'Expected string, received null'],
  },
  {
    from: 'JSON:API',
    contentType: 'application/vnd.api+json',
    body: {
      errors: [
        {
          id: '7f6c2e7a-3d3e-4a0d-9c53-0d4e8c1f2b11',
          status: '422',
          title: 'Invalid attribute',
          detail: 'Title must contain at least two characters.',
          source: { pointer: '/data/attributes/title' },
        },
      ],
    },
    shown: ['Invalid attribute', 'Title must contain at least two characters.', '/data/attributes/title'],
    left: ['7f6c2e7a'],
  },
  {
    from: 'GraphQL-like, with a path',
    body: {
      errors: [{ message: 'Name is taken', path: ['createModel', 'name'], extensions: { code: 'CONFLICT' } }],
    },
    shown: ['Name is taken', 'createModel', 'name'],
  },
  {
    from: 'Google',
    body: {
      error: {
        code: 400,
        message: 'Request contains an invalid argument.',
        status: 'INVALID_ARGUMENT',
        details: [
          {
            '@type': 'type.googleapis.com/google.rpc.BadRequest',
            fieldViolations: [{ field: 'model.title', description: 'Must be set.' }],
          },
        ],
      },
    },
    shown: ['Request contains an invalid argument.', 'model.title', 'Must be set.'],
  },
  {
    from: 'Microsoft OData',
    body: {
      error: {
        code: 'BadArgument',
        message: 'Multiple errors in ContactInfo data',
        target: 'ContactInfo',
        details: [{ code: 'NullValue', target: 'PhoneNumber', message: 'Phone number must not be null' }],
        innererror: { code: 'PasswordError' },
      },
    },
    shown: ['Multiple errors in ContactInfo data', 'PhoneNumber', 'Phone number must not be null'],
  },
  {
    from: 'GitHub',
    body: {
      message: 'Validation Failed',
      errors: [{ resource: 'Issue', field: 'title', code: 'missing_field' }],
      documentation_url: 'https://docs.example.com/rest',
    },
    shown: ['Validation Failed', 'title', 'missing_field'],
    left: ['docs.example.com'],
  },
  {
    from: 'Stripe',
    body: {
      error: {
        type: 'invalid_request_error',
        message: 'No such plan',
        param: 'plan',
        doc_url: 'https://x.example/d',
      },
    },
    shown: ['No such plan', 'plan'],
    left: ['x.example'],
  },
  {
    from: 'Flask-RESTful reqparse',
    body: {
      message: { title: 'Missing required parameter in the JSON body', size: 'invalid literal for int()' },
    },
    shown: ['title', 'Missing required parameter', 'size', 'invalid literal for int()'],
  },
  {
    from: 'Flask-Smorest / webargs / marshmallow',
    body: {
      code: 422,
      status: 'Unprocessable Entity',
      errors: {
        json: {
          title: ['Missing data for required field.'],
          files: { '0': { path: ['Not a valid string.'] } },
        },
      },
    },
    shown: ['title', 'Missing data for required field.', 'path', 'Not a valid string.'],
  },
  {
    from: 'Symfony API Platform',
    contentType: 'application/ld+json',
    body: {
      '@context': '/api/contexts/ConstraintViolationList',
      '@type': 'ConstraintViolationList',
      'hydra:title': 'An error occurred',
      'hydra:description': 'title: This value should not be blank.',
      violations: [
        {
          propertyPath: 'title',
          message: 'This value should not be blank.',
          code: 'c1051bb4-d103-4f74-8988-acbcafc7fdc3',
        },
      ],
    },
    shown: ['title', 'This value should not be blank.'],
    left: ['c1051bb4'],
  },
  {
    from: 'Go playground validator, map of text',
    body: { errors: { 'Model.Title': 'failed on the required tag' } },
    shown: ['Model.Title', 'failed on the required tag'],
  },
  {
    from: 'Phoenix',
    body: { errors: { detail: 'Not acceptable here', title: ["can't be blank"] } },
    shown: ['Not acceptable here', 'title', "can't be blank"],
  },
  {
    from: 'Mongoose',
    body: {
      errors: {
        title: {
          name: 'ValidatorError',
          message: 'Path `title` is required.',
          kind: 'required',
          path: 'title',
        },
      },
      _message: 'Model validation failed',
      name: 'ValidationError',
    },
    shown: ['title', 'Path `title` is required.', 'Model validation failed'],
  },
  {
    from: 'Loopback',
    body: {
      error: {
        statusCode: 422,
        name: 'UnprocessableEntityError',
        message: 'The request body is invalid.',
        details: [{ path: '/title', code: 'minLength', message: 'must NOT have fewer than 1 characters' }],
      },
    },
    shown: ['The request body is invalid.', '/title', 'must NOT have fewer than 1 characters'],
  },
  {
    from: 'Elasticsearch',
    body: {
      error: {
        root_cause: [{ type: 'parse_exception', reason: 'field [size] is no number' }],
        type: 'search_exception',
        reason: 'all shards failed',
        caused_by: { type: 'x', reason: 'the index is closed' },
      },
      status: 400,
    },
    shown: ['field [size] is no number', 'all shards failed', 'the index is closed'],
  },
  {
    from: 'Kubernetes',
    body: {
      kind: 'Status',
      status: 'Failure',
      message: 'Model "x" is invalid',
      reason: 'Invalid',
      details: { causes: [{ reason: 'FieldValueRequired', message: 'Required value', field: 'spec.title' }] },
      code: 422,
    },
    shown: ['Model "x" is invalid', 'spec.title', 'Required value'],
  },
  {
    from: 'in-house, one word a field',
    body: { result: 'rejected', fields: { mesh: 'unknown element type', solver: 'unlicensed' } },
    shown: ['mesh', 'unknown element type', 'solver', 'unlicensed'],
  },
  {
    from: 'in-house, list of pairs',
    body: {
      status: 'error',
      problems: [
        { key: 'mesh', text: 'missing node 7' },
        { key: 'bc', text: 'overconstrained' },
      ],
    },
    shown: ['mesh', 'missing node 7', 'bc', 'overconstrained'],
  },
  {
    from: 'in-house, German keys',
    body: {
      fehler: { bezeichnung: 'Der Name ist vergeben.' },
      vorgang: '8c1f2b11-7f6c-4a0d-9c53-0d4e8c1f2b11',
    },
    shown: ['bezeichnung', 'Der Name ist vergeben.'],
    left: ['8c1f2b11'],
  },
  {
    from: 'a map from fields whose names errors use for what was sent',
    body: { parameters: ['Is required.'], input: ['Is no file.'], youngs_value: ['Must be positive.'] },
    shown: ['parameters: Is required.', 'input: Is no file.', 'youngs_value: Must be positive.'],
  },
  {
    from: 'a map from fields to single words',
    body: { name: 'required', cores: 'invalid' },
    shown: ['name: required', 'cores: invalid'],
  },
  {
    from: 'Huma',
    body: {
      title: 'Unprocessable Entity',
      status: 422,
      detail: 'validation failed',
      errors: [{ message: 'expected string', location: 'body.title', value: 1 }],
    },
    shown: ['validation failed', 'title: expected string'],
  },
  {
    from: 'the validator of Rust, without messages',
    body: { title: [{ code: 'length', message: null, params: { max: 30, value: 'canary' } }] },
    shown: ['title', 'length'],
    left: ['canary'],
  },
  {
    from: 'NestJS, nested',
    body: {
      statusCode: 400,
      message: [
        {
          target: { title: 'canary' },
          property: 'files',
          children: [
            {
              property: '0',
              children: [{ property: 'name', constraints: { isString: 'must be a string' } }],
            },
          ],
        },
      ],
    },
    shown: ['files.0.name', 'must be a string'],
    left: ['canary'],
  },
  {
    from: 'OData 3',
    body: { 'odata.error': { code: '', message: { lang: 'en-US', value: 'The title is missing' } } },
    shown: ['The title is missing'],
    left: ['en-US'],
  },
  {
    from: 'HubSpot',
    body: {
      status: 'error',
      message: 'Property values were not valid',
      validationResults: [{ isValid: false, message: 'was not a number', name: 'cores' }],
    },
    shown: ['Property values were not valid', 'cores: was not a number'],
  },
  {
    from: 'Micronaut',
    body: { message: 'Bad Request', _embedded: { errors: [{ message: 'project.name: must not be blank' }] } },
    shown: ['project.name: must not be blank'],
    left: ['_embedded'],
  },
  {
    from: 'FluentValidation',
    body: [{ propertyName: 'Title', errorMessage: 'must not be empty', attemptedValue: 'canary' }],
    shown: ['Title: must not be empty'],
    left: ['canary'],
  },
  {
    from: 'in-house, a code beside its field',
    body: { error: 'invalid', field: 'title' },
    shown: ['title: invalid'],
  },
  {
    from: 'in-house, a code beside its parameter, in a list',
    body: { errors: [{ error: 'required', property: 'cores' }] },
    shown: ['cores: required'],
  },
  {
    from: 'in-house, a state beside its field',
    body: { status: 'invalid', field: 'title' },
    shown: ['title: invalid'],
  },
  {
    from: 'in-house, a code above its field',
    body: { error: 'invalid', details: { field: 'title' } },
    shown: ['invalid; field: title'],
  },
  {
    from: 'RFC 7807, without members but a title and parameters',
    body: { title: 'Bad', 'invalid-params': [{ name: 'cores', reason: 'blank' }] },
    shown: ['“Bad: cores: blank”'],
  },
  {
    from: 'RFC 9457, a title alone',
    contentType: 'application/problem+json; charset=utf-8',
    body: { title: 'Out of cores' },
    shown: ['“Out of cores”'],
  },
  {
    from: 'a title and a list of issues',
    body: { title: 'Bad', issues: [{ path: 'cores', message: 'too many' }] },
    shown: ['“Bad: cores: too many”'],
  },
  {
    from: 'debug output with secrets under their names',
    body: {
      message: 'bad',
      password: 'canary',
      access_token: 'canary',
      config: { db_password: 'canary', userSecret: { value: 'canary' } },
      authorization: 'Basic canary',
      tokens: ['canary'],
    },
    shown: [
      'bad',
      'password: [secret]',
      'access_token: [secret]',
      'config.db_password: [secret]',
      'authorization: [secret]',
      'tokens: [secret]',
    ],
    left: ['canary'],
  },
  {
    from: 'an entry about a password that repeats it',
    body: { field: 'password', rejected: 'canary', message: 'too weak' },
    shown: ['password: too weak', '[secret]'],
    left: ['canary'],
  },
  {
    from: 'texts with secrets',
    body: { message: 'password=canary, {"token":"canary"} and ghp_canarycanarycanary', detail: 'no' },
    shown: ['password=[secret], {"token":"[secret]"} and [secret]'],
    left: ['canary'],
  },
  {
    from: 'words about fields of secrets',
    body: { token: ['This field is required.'], errors: { api_key: 'is missing', password: ['required'] } },
    shown: ['token: This field is required.', 'api_key: is missing', 'password: required'],
    left: ['secret'],
  },
  {
    from: 'keys that are no secrets',
    body: { message: 'no such file', key: 'mesh.inp', validation: { keys: ['title'] } },
    shown: ['mesh.inp', 'title'],
    left: ['secret'],
  },
];
