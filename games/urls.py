"""The addresses of the game pages."""

from django.urls import path

from games.views import home

urlpatterns = [
    path("", home.home, name="home"),
    path("healthz", home.healthz, name="healthz"),
]
