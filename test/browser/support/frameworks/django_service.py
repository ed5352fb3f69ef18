"""A service as Django REST framework makes it by itself: pages of results, numbers as `id`, `Token` and maps of fields."""

import hashlib
import json
import sys
import tempfile
import threading
import time
from wsgiref.simple_server import WSGIRequestHandler, make_server

import django
from django.conf import settings

folder = tempfile.TemporaryDirectory()
settings.configure(
    ALLOWED_HOSTS=["*"],
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": f"{folder.name}/service.sqlite"}},
    DATA_UPLOAD_MAX_MEMORY_SIZE=None,
    DEFAULT_AUTO_FIELD="django.db.models.AutoField",
    INSTALLED_APPS=[
        "django.contrib.auth",
        "django.contrib.contenttypes",
        "rest_framework",
        "rest_framework.authtoken",
    ],
    REST_FRAMEWORK={
        "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.TokenAuthentication"],
        "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.PageNumberPagination",
        "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
        "PAGE_SIZE": 100,
    },
    ROOT_URLCONF=__name__,
    SECRET_KEY="only for this test",
)
django.setup()

from django.contrib.auth.models import User  # noqa: E402
from django.core.handlers.wsgi import WSGIHandler  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection, models  # noqa: E402
from django.http import HttpResponse  # noqa: E402
from django.urls import include, path  # noqa: E402
from rest_framework import routers, serializers, status, viewsets  # noqa: E402
from rest_framework.authtoken.models import Token  # noqa: E402
from rest_framework.decorators import action  # noqa: E402
from rest_framework.exceptions import APIException  # noqa: E402
from rest_framework.response import Response  # noqa: E402


def tell(**event):
    print(json.dumps(event), flush=True)


class Project(models.Model):
    title = models.CharField(max_length=30, unique=True)

    class Meta:
        app_label = "service"


class Deck(models.Model):
    title = models.CharField(max_length=60)
    finalised_at = models.FloatField(null=True)

    class Meta:
        app_label = "service"


class Part(models.Model):
    deck = models.ForeignKey(Deck, models.CASCADE, related_name="parts")
    name = models.CharField(max_length=200)
    size = models.PositiveIntegerField()

    class Meta:
        app_label = "service"


class Run(models.Model):
    project = models.ForeignKey(Project, models.CASCADE)
    model = models.ForeignKey(Deck, models.CASCADE)

    class Meta:
        app_label = "service"


class NotReady(APIException):
    status_code = status.HTTP_423_LOCKED
    default_detail = "This model is being checked."


class PartSerializer(serializers.ModelSerializer):
    upload_url = serializers.SerializerMethodField()

    class Meta:
        model = Part
        fields = ["id", "name", "size", "upload_url"]

    def get_upload_url(self, part):
        return self.context["request"].build_absolute_uri(f"/upload/{part.id}?signature={part.id * 7919}")


class ProjectSerializer(serializers.ModelSerializer):
    class Meta:
        model = Project
        fields = ["id", "title"]


class DeckSerializer(serializers.ModelSerializer):
    parts = PartSerializer(many=True)

    class Meta:
        model = Deck
        fields = ["id", "title", "parts"]

    def create(self, given):
        parts = given.pop("parts")
        deck = Deck.objects.create(**given)
        for part in parts:
            Part.objects.create(deck=deck, **part)
        return deck


class RunSerializer(serializers.ModelSerializer):
    class Meta:
        model = Run
        fields = ["id", "project", "model"]


class ProjectViews(viewsets.ModelViewSet):
    queryset = Project.objects.order_by("id")
    serializer_class = ProjectSerializer


class DeckViews(viewsets.ModelViewSet):
    queryset = Deck.objects.order_by("id")
    serializer_class = DeckSerializer

    @action(detail=True, methods=["post"])
    def finalise(self, request, pk=None):
        deck = self.get_object()
        deck.finalised_at = time.monotonic()
        deck.save()
        tell(kind="finalised", model=deck.id)
        return Response(status=status.HTTP_204_NO_CONTENT)


class RunViews(viewsets.ModelViewSet):
    queryset = Run.objects.order_by("id")
    serializer_class = RunSerializer

    def perform_create(self, serializer):
        deck = serializer.validated_data["model"]
        if deck.finalised_at is None or time.monotonic() - deck.finalised_at < 1:
            tell(kind="refused", model=deck.id)
            raise NotReady()
        run = serializer.save()
        tell(kind="simulation", id=run.id, project=run.project_id, model=deck.id)


def upload(request, key):
    part = Part.objects.get(id=key)
    digest = hashlib.sha256(request.body).hexdigest()
    tell(kind="file", model=part.deck_id, name=part.name, sha256=digest)
    return HttpResponse()


router = routers.SimpleRouter(trailing_slash=False)
router.register("projects", ProjectViews)
router.register("models", DeckViews)
router.register("simulations", RunViews)
urlpatterns = [path("api/v2/", include(router.urls)), path("upload/<int:key>", upload)]

call_command("migrate", verbosity=0)
with connection.schema_editor() as editor:
    for one in (Project, Deck, Part, Run):
        editor.create_model(one)
user = User.objects.create_user("ada")
Token.objects.create(user=user, key=sys.argv[1])


class Quiet(WSGIRequestHandler):
    def log_message(self, *_):
        pass


server = make_server("127.0.0.1", 0, WSGIHandler(), handler_class=Quiet)
tell(kind="listening", port=server.server_port)
threading.Thread(target=lambda: (sys.stdin.read(), server.shutdown()), daemon=True).start()
server.serve_forever()
