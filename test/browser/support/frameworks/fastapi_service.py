"""A service as FastAPI makes it by itself: 200 for what is created, bare lists, `id`, and words below `detail`."""

import hashlib
import json
import socket
import sys
import threading
import time
import uuid
from typing import List

import uvicorn
from fastapi import BackgroundTasks, Depends, FastAPI, HTTPException, Request
from fastapi.security import OAuth2PasswordBearer
from pydantic import BaseModel, Field

token = sys.argv[1]
app = FastAPI()
bearer = OAuth2PasswordBearer(tokenUrl="token")
projects, models = [], {}


def tell(**event):
    print(json.dumps(event), flush=True)


def user(given: str = Depends(bearer)):
    if given != token:
        raise HTTPException(401, "Could not validate credentials", {"WWW-Authenticate": "Bearer"})


class ProjectIn(BaseModel):
    name: str = Field(max_length=30)


class FileIn(BaseModel):
    path: str
    size: int = Field(ge=1)


class ModelIn(BaseModel):
    name: str
    files: List[FileIn]


class RunIn(BaseModel):
    project: uuid.UUID
    model: uuid.UUID


@app.get("/api/projects", dependencies=[Depends(user)])
def list_projects():
    return projects


@app.post("/api/projects", dependencies=[Depends(user)])
def create_project(project: ProjectIn):
    projects.append({"id": str(uuid.uuid4()), "name": project.name, "owner": {"id": 1}})
    return projects[-1]


@app.post("/api/models", dependencies=[Depends(user)])
def create_model(model: ModelIn, request: Request):
    key = str(uuid.uuid4())
    models[key] = {"files": {}, "ready": None}
    uploads = [
        {"path": one.path, "url": f"{request.base_url}upload/{key}/{index}?sig={uuid.uuid4().hex}"}
        for index, one in enumerate(model.files)
    ]
    models[key]["names"] = [one.path for one in model.files]
    return {"id": key, "uploads": uploads}


@app.put("/upload/{key}/{index}", status_code=202)
async def upload(key: str, index: int, request: Request):
    body = await request.body()
    name = models[key]["names"][index]
    models[key]["files"][name] = len(body)
    tell(kind="file", model=key, name=name, sha256=hashlib.sha256(body).hexdigest())


def prepare(key: str):
    time.sleep(3)
    models[key]["ready"] = True


@app.post("/api/models/{key}/finalise", status_code=202, dependencies=[Depends(user)])
def finalise(key: str, tasks: BackgroundTasks):
    tell(kind="finalised", model=key)
    tasks.add_task(prepare, key)
    return {"status": "processing"}


@app.post("/api/simulations", status_code=202, dependencies=[Depends(user)])
def create_simulation(run: RunIn):
    if not models[str(run.model)]["ready"]:
        tell(kind="refused", model=str(run.model))
        raise HTTPException(409, "The model is still being processed")
    key = str(uuid.uuid4())
    tell(kind="simulation", id=key, project=str(run.project), model=str(run.model))
    return {"id": key, "status": "queued"}


listener = socket.socket()
listener.bind(("127.0.0.1", 0))
server = uvicorn.Server(uvicorn.Config(app, log_level="error"))
tell(kind="listening", port=listener.getsockname()[1])
threading.Thread(target=lambda: (sys.stdin.read(), setattr(server, "should_exit", True)), daemon=True).start()
server.run(sockets=[listener])
